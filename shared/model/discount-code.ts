import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { isSellersCode } from "../rules/discount-code.ts";
import { PickedDay } from "./day.ts";
import { ArtworkId, DiscountId } from "./ids.ts";
import { OperatorReason } from "./operator.ts";
import { choice, positiveInteger, requiredCode } from "./primitives.ts";

/** Fields of every new code. Days are UTC, both included. */
const newCode = {
  discountCode: requiredCode(LIMITS.discountCode.max, MESSAGES.discountCodeShape).check(
    z.refine(isSellersCode, MESSAGES.discountCodeShape),
  ),
  discountPercent: positiveInteger().check(z.lte(LIMITS.discountPercent.max, MESSAGES.discountPercentRange)),
  /** Valid from now on if omitted. */
  discountFrom: z.optional(z.nullable(PickedDay)),
  /** No end if omitted. */
  discountUntil: z.optional(z.nullable(PickedDay)),
  /** Unlimited if omitted. */
  discountTotal: z.optional(z.nullable(positiveInteger().check(z.lte(LIMITS.discountUses.max, MESSAGES.invalid)))),
};

interface CodeDays {
  readonly discountFrom?: string | null | undefined;
  readonly discountUntil?: string | null | undefined;
}

const areDaysInOrder = z.refine<CodeDays>(
  ({ discountFrom, discountUntil }) => !discountFrom || !discountUntil || discountFrom <= discountUntil,
  { path: ["discountFrom"], error: MESSAGES.startAfterEnd },
);

/** A new seller's code. */
export const DiscountCodeForm = z
  .object({
    ...newCode,
    /** For all of the seller's artwork if omitted. */
    discountArtwork: z.optional(
      z.nullable(
        z
          .array(ArtworkId, { error: MESSAGES.invalid })
          .check(
            z.minLength(1, MESSAGES.required),
            z.maxLength(LIMITS.discountArtwork.count, MESSAGES.tooManyDiscounted),
          ),
      ),
    ),
  })
  .check(areDaysInOrder);
export type DiscountCodeForm = z.output<typeof DiscountCodeForm>;

/** A new code of the platform, for every artist's work; its fees pay for it. */
export const PlatformCodeForm = z.object({ ...newCode, reason: OperatorReason }).check(areDaysInOrder);
export type PlatformCodeForm = z.output<typeof PlatformCodeForm>;

/** `usedUp`: the limit is reached, open payments included. */
const DISCOUNT_CODE_STATES = ["scheduled", "active", "usedUp", "ended"] as const;

/** A code that a link carries, as its visitors see it. */
export const LinkedDiscount = z.object({
  discountCode: z.string(),
  discountPercent: z.number(),
  /** `used`: the signed-in caller has used it as often as one person may. */
  state: choice([...DISCOUNT_CODE_STATES, "used"]),
  /** True for a seller's code, which lowers the price; an operator's is paid from the platform's fees. */
  isSellers: z.boolean(),
  /** The seller's artworks that it applies to; null for all. */
  artworkIds: z.nullable(z.array(ArtworkId)),
});
export type LinkedDiscount = z.output<typeof LinkedDiscount>;

/** A code as its seller sees it. */
export const DiscountCode = z.object({
  discountId: DiscountId,
  discountCode: z.string(),
  discountPercent: z.number(),
  state: choice(DISCOUNT_CODE_STATES),
  /** ISO 8601: start, and exclusive end; null without an end. */
  from: z.string(),
  until: z.nullable(z.string()),
  /** Null if unlimited. */
  discountTotal: z.nullable(z.number()),
  /** Uses so far, including open payments. */
  used: z.number(),
  /** Null for all of the seller's artwork; titles are null once the artwork is deleted. */
  discountArtwork: z.nullable(z.array(z.object({ artworkId: ArtworkId, artworkTitle: z.nullable(z.string()) }))),
});
export type DiscountCode = z.output<typeof DiscountCode>;
