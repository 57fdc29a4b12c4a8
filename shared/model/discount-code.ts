import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { isSellersCode } from "../rules/discount-code.ts";
import { isDay } from "./day.ts";
import { ArtworkId, DiscountId } from "./ids.ts";
import { choice, positiveInteger, requiredCode } from "./primitives.ts";

/** An empty one counts as left out, since a form's date field is empty without a day. */
const Day = z
  .string({ error: MESSAGES.notString })
  .check(z.refine((text) => text === "" || isDay(text), MESSAGES.invalidDate));

/** A new code of a seller's own. Days are UTC, and both are included. */
export const DiscountCodeForm = z
  .object({
    discountCode: requiredCode(LIMITS.discountCode.max, MESSAGES.discountCodeShape).check(
      z.refine(isSellersCode, MESSAGES.discountCodeShape),
    ),
    discountPercent: positiveInteger().check(z.lte(LIMITS.discountPercent.max, MESSAGES.discountPercentRange)),
    /** From now on where it is left out. */
    discountFrom: z.optional(z.nullable(Day)),
    /** Without an end where it is left out. */
    discountUntil: z.optional(z.nullable(Day)),
    /** Without a limit where it is left out. */
    discountTotal: z.optional(z.nullable(positiveInteger().check(z.lte(LIMITS.discountUses.max, MESSAGES.invalid)))),
    /** For all of the seller's artwork where it is left out. */
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
  .check(
    z.refine(({ discountFrom, discountUntil }) => !discountFrom || !discountUntil || discountFrom <= discountUntil, {
      path: ["discountFrom"],
      error: MESSAGES.startAfterEnd,
    }),
  );
export type DiscountCodeForm = z.output<typeof DiscountCodeForm>;

/** `usedUp`: as often as it may be, open payments included. */
const DISCOUNT_CODE_STATES = ["scheduled", "active", "usedUp", "ended"] as const;

/** A code as its seller sees it. */
export const DiscountCode = z.object({
  discountId: DiscountId,
  discountCode: z.string(),
  discountPercent: z.number(),
  state: choice(DISCOUNT_CODE_STATES),
  /** ISO 8601: the first moment at which it can be used, and the first one at which it no longer can; null without an end. */
  from: z.string(),
  until: z.nullable(z.string()),
  /** Null without a limit. */
  discountTotal: z.nullable(z.number()),
  /** Uses so far, payments that are still open included. */
  used: z.number(),
  /** Null where it is for all artwork of the seller; a title is null once its artwork is deleted. */
  discountArtwork: z.nullable(z.array(z.object({ artworkId: ArtworkId, artworkTitle: z.nullable(z.string()) }))),
});
export type DiscountCode = z.output<typeof DiscountCode>;
