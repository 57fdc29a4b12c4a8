import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { LICENSE_USAGES } from "../rules/license-holder.ts";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { OFFER_STATUSES } from "../rules/offers.ts";
import { toVisibleLines } from "../rules/visible-text.ts";
import { Person } from "./account.ts";
import { BillingForm } from "./billing.ts";
import { PickedDay } from "./day.ts";
import { ArtworkId, OfferId, OrderId, ThreadId, VersionId } from "./ids.ts";
import { Picture } from "./media.ts";
import { Breakdown, License, OpenIntent } from "./order.ts";
import {
  amount,
  choice,
  optionalLines,
  optionalText,
  positiveInteger,
  requiredText,
  soldPrice,
  upTo,
} from "./primitives.ts";

const { price, days } = LIMITS.offer;

/** A whole number within bounds, which its message names. */
const numberBetween = ({ min, max }: { readonly min: number; readonly max: number }, message: string) =>
  positiveInteger(message).check(z.gte(min, message), z.lte(max, message));

const OfferItemForm = z.object({
  artworkId: ArtworkId,
  licenseUsage: choice(LICENSE_USAGES),
  licenseType: choice(LICENSE_TYPES),
  /** Whole dollars. */
  offerPrice: numberBetween(price, MESSAGES.offerPriceRange),
});

/** Terms may be omitted, but must not be blank. */
const OfferTerms = z.optional(
  z.string({ error: MESSAGES.notString }).check(
    z.refine((typed) => typed === "" || toVisibleLines(typed).trim() !== "", MESSAGES.offerTermsBlank),
    z.overwrite(toVisibleLines),
    z.trim(),
    ...upTo(LIMITS.offer.terms),
  ),
);

const hasEachWorkOnce = z.refine<readonly { readonly artworkId: string }[]>(
  (items) => new Set(items.map(({ artworkId }) => artworkId)).size === items.length,
  MESSAGES.offerWorkTwice,
);

/** An artist's offer to the other side of a conversation. */
export const OfferForm = z.object({
  offerItems: z
    .array(OfferItemForm, { error: MESSAGES.required })
    .check(z.minLength(1, MESSAGES.required), z.maxLength(LIMITS.offer.items, MESSAGES.offerTooLong), hasEachWorkOnce),
  offerTerms: OfferTerms,
  offerExclusive: z._default(z.boolean({ error: MESSAGES.invalid }), false),
  offerDays: numberBetween(days, MESSAGES.offerDaysRange),
});
export type OfferForm = z.output<typeof OfferForm>;

/** One licence of an offer. */
export const OfferItem = z.object({
  artworkId: ArtworkId,
  versionId: VersionId,
  artworkTitle: z.string(),
  /** The offered version's picture; null once the work is deleted. */
  picture: z.nullable(Picture),
  licenseUsage: choice(LICENSE_USAGES),
  licenseType: choice(LICENSE_TYPES),
  licensePrice: soldPrice(),
});
export type OfferItem = z.output<typeof OfferItem>;

/** An offer as one of its two sides sees it; amounts in cents. */
export const Offer = z.object({
  offerId: OfferId,
  threadId: ThreadId,
  status: choice(OFFER_STATUSES),
  created: z.string(),
  /** ISO 8601. */
  expires: z.string(),
  /** True if the reader made it. */
  own: z.boolean(),
  items: z.array(OfferItem),
  /** The artist's own terms; empty without any. */
  terms: z.string(),
  exclusive: z.boolean(),
  /** The sum that the buyer pays, before tax. */
  breakdown: Breakdown,
  /** For the artist: what they earn. */
  orderEarned: z.optional(amount()),
  /** True while the buyer is paying. */
  paying: z.boolean(),
  /** The order of a bought offer. */
  orderId: z.optional(OrderId),
});
export type Offer = z.output<typeof Offer>;

/** An offer with its sides, and the licences to each of an exclusive offer's works that stay in force. */
export const OpenOffer = z.extend(Offer, {
  artist: Person,
  buyer: Person,
  licensesSold: z.optional(z.array(z.object({ artworkId: ArtworkId, count: z.number() }))),
});
export type OpenOffer = z.output<typeof OpenOffer>;

/** Everything that the checkout of an offer loads. */
export const OfferCheckout = z.object({
  offer: OpenOffer,
  billing: z.nullable(BillingForm),
  /** Company and VAT number of the caller's last business licence. */
  company: z.nullable(z.string()),
  /** The seller's Stripe account, which determines the payment methods; null if nobody can pay. */
  payee: z.nullable(z.string()),
  vat: z.nullable(z.string()),
  /** The caller's licences to these works in force, for checking duplicates. */
  licenses: z.array(z.extend(License, { artworkId: ArtworkId })),
  intent: z.nullable(OpenIntent),
});
export type OfferCheckout = z.output<typeof OfferCheckout>;

const fact = () => optionalText(LIMITS.offerRequest.fact);

const DAY_MS = 24 * 60 * 60 * 1000;

/** A day that isn't over in any time zone; today is the buyer's, which only they know. */
const isUpcoming = (day: string) => day >= new Date(Date.now() - DAY_MS).toISOString().slice(0, day.length);

/** A buyer's request for an offer. */
export const OfferRequestForm = z.object({
  artworkId: ArtworkId,
  requestUsage: requiredText(LIMITS.offerRequest.fact),
  requestPlace: fact(),
  requestDuration: fact(),
  requestCirculation: fact(),
  /** Whole dollars. */
  requestBudget: z.optional(z.nullable(numberBetween(LIMITS.offerRequest.budget, MESSAGES.offerBudgetRange))),
  requestDeadline: z.optional(
    z.nullable(PickedDay.check(z.refine((day) => day === "" || isUpcoming(day), MESSAGES.offerNeededInPast))),
  ),
  requestDetails: optionalLines(LIMITS.offerRequest.details),
});
export type OfferRequestForm = z.output<typeof OfferRequestForm>;
