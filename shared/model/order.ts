import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { isHeldByCompany, LICENSE_USAGES } from "../rules/license-holder.ts";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { Person } from "./account.ts";
import { LicenseOption } from "./artwork.ts";
import { BillingForm, businessShape, TaxedAddress } from "./billing.ts";
import { OrderDocument } from "./document.ts";
import { ArtworkId, DiscountId, LicenseId, OfferId, OrderId, ThreadId, VersionId } from "./ids.ts";
import { checkHolder, licenseShape, normalizeHolder } from "./license.ts";
import { Picture } from "./media.ts";
import { amount, choice, requiredCode, soldPrice } from "./primitives.ts";

/** Stripe's id of a payment intent, in its current length, which Stripe doesn't guarantee. */
const OrderIntent = requiredCode(LIMITS.orderIntent.length, MESSAGES.intentIdInvalid).check(
  z.length(LIMITS.orderIntent.length, MESSAGES.intentIdInvalid),
);

/** A payment id in answers and paths, which allow longer ids in case Stripe changes its format. */
export const PaymentId = requiredCode(LIMITS.orderIntent.longest, MESSAGES.intentIdInvalid).check(
  z.minLength(LIMITS.orderIntent.length, MESSAGES.intentIdInvalid),
);

/** A paid order is created after its payment, a free one immediately. */
export const ORDER_STATUSES = ["completed", "disputed", "refunded"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The two sides of an order. */
export const ORDER_SIDES = ["purchases", "sales"] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];

/** The licence of an order. Contains only the caller's own identifier. */
export const License = z.object({
  licenseId: LicenseId,
  orderId: OrderId,
  licenseUsage: choice(LICENSE_USAGES),
  licenseType: choice(LICENSE_TYPES),
  licenseCompany: z.string(),
  licenseAssignee: z.string(),
  licenseAssignor: z.string(),
  licensePrice: soldPrice(),
  licenseFingerprint: z.string(),
  assigneeIdentifier: z.optional(z.string()),
  assignorIdentifier: z.optional(z.string()),
  status: choice(["valid", "revoked"]),
  created: z.string(),
  /** The offer's own terms and exclusivity; absent without. */
  licenseTerms: z.optional(z.string()),
  licenseExclusive: z.optional(z.boolean()),
});
export type License = z.output<typeof License>;

/** A bought work, in the version that was bought. */
const OrderedArtwork = z.extend(Picture, {
  id: ArtworkId,
  versionId: VersionId,
  title: z.string(),
  owner: Person,
});

/** An order as one of its two sides sees it; amounts in cents, each side's own only. */
export const Order = z.object({
  orderId: OrderId,
  status: choice(ORDER_STATUSES),
  created: z.string(),
  artwork: OrderedArtwork,
  license: License,
  /** Every licence of an order of several works, the first one's included; absent from other orders. */
  items: z.optional(z.array(z.object({ artwork: OrderedArtwork, license: License }))),
  /** True if the caller may download the original file. */
  downloadable: z.boolean(),
  /** Shown to the seller only. */
  buyer: z.optional(Person),
  orderSpent: z.optional(amount()),
  buyerFee: z.optional(amount()),
  discount: z.optional(amount()),
  tax: z.optional(amount()),
  /** The licence's price before a seller's code, for both sides; absent without a code. */
  listPrice: z.optional(soldPrice()),
  orderEarned: z.optional(amount()),
  sellerFee: z.optional(amount()),
  /** The operators' reason, if they refunded the order on the seller's behalf. */
  orderRefundReason: z.optional(z.string()),
  /**
   * The part of `orderSpent` or `orderEarned` that was returned to the buyer: by refunds, also pending ones, or withdrawn by a
   * bank in a dispute. Absent without one; 0 if a refund came back after its license was sold again.
   */
  orderReturned: z.optional(amount()),
  /** ISO 8601 of the last change of `orderReturned`; missing on older orders. */
  orderReturnedAt: z.optional(z.string()),
  /** For the seller: the payout in their currency's smallest unit; null until it is settled. */
  orderPayout: z.optional(
    z.nullable(z.object({ amount: z.number(), currency: z.string(), exchangeRate: z.nullable(z.number()) })),
  ),
  /** For the seller: Stripe's state of the dispute, and the deadline for evidence. */
  dispute: z.optional(z.object({ status: z.string(), evidenceDue: z.nullable(z.string()) })),
  /** In a single order's answer: true if the caller can open the artwork's page. */
  artworkShown: z.optional(z.boolean()),
  /** In a single order's answer, for the buyer: true if they reviewed the artwork. */
  reviewed: z.optional(z.boolean()),
  /** In a single order's answer: the sides' thread and its refund request; absent before the first message. */
  thread: z.optional(z.object({ threadId: ThreadId, refund: z.nullable(choice(["asked", "declined"])) })),
  /** In a single order's answer: receipts, invoices and credit notes, oldest first; free and older orders have none. */
  documents: z.optional(z.array(OrderDocument)),
});
export type Order = z.output<typeof Order>;

/** A buyer's price of a licence, in cents: `orderSpent` = `licensePrice` + `buyerFee` − `discount` + `tax`. */
export const Breakdown = z.object({
  licensePrice: soldPrice(),
  buyerFee: amount(),
  discount: amount(),
  orderSpent: amount(),
  /** Price before a seller's code; absent without one. */
  listPrice: z.optional(soldPrice()),
  /** Absent on stages without tax, and until it is calculated. */
  tax: z.optional(amount()),
});
export type Breakdown = z.output<typeof Breakdown>;

const wanted = { artworkId: ArtworkId, versionId: VersionId, ...licenseShape };

/** Only companies have a VAT number and a reference, which their invoice names. */
function checkBusiness({ value, issues }: z.core.ParsePayload<Business>) {
  if (isHeldByCompany(value.licenseUsage)) return;
  for (const field of ["billingVat", "billingReference"] as const) {
    if (value[field]) issues.push({ code: "custom", message: MESSAGES.invalid, path: [field], input: value });
  }
}

type Business = Pick<
  z.output<z.ZodMiniObject<typeof licenseShape & typeof businessShape>>,
  "licenseUsage" | keyof typeof businessShape
>;

/** The billing address may be omitted if the account has one. */
const billedShape = {
  ...businessShape,
  billing: z.optional(BillingForm),
  /** True if the payment may use saved cards and save a new one. */
  savedCards: z.optional(z.boolean()),
};

/** Starts a payment for a licence that an artwork offers. */
export const ArtworkIntentForm = z.pipe(
  z
    .object({ ...wanted, ...billedShape, discountId: z.optional(z.nullable(DiscountId)) })
    .check(checkHolder, checkBusiness),
  z.transform(normalizeHolder),
);
export type ArtworkIntentForm = z.output<typeof ArtworkIntentForm>;

/** Starts the payment of an offer, which says everything but who the licences are for. */
export const OfferIntentForm = z.object({
  offerId: OfferId,
  licenseCompany: licenseShape.licenseCompany,
  licenseAssignee: licenseShape.licenseAssignee,
  ...billedShape,
});
export type OfferIntentForm = z.output<typeof OfferIntentForm>;

/** One of two forms, whichever fits what was sent; not a union, so that errors name the right fields. */
const eitherForm = <One extends z.ZodMiniType, Other extends z.ZodMiniType>(
  isOne: (sent: object) => boolean,
  one: One,
  other: Other,
) =>
  z.pipe(
    z.custom<z.input<One> | z.input<Other>>((sent) => typeof sent === "object" && sent !== null, MESSAGES.invalid),
    z.transform((sent, { issues }): z.output<One> | z.output<Other> => {
      const parsed = z.safeParse<One | Other>(isOne(sent as object) ? one : other, sent);
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues) issues.push({ code: "custom", message, path, input: sent });
      return z.NEVER;
    }),
  );

const namesOffer = (sent: object) => "offerId" in sent && sent.offerId !== null;

/** Starts a payment. */
export const IntentForm = eitherForm(namesOffer, OfferIntentForm, ArtworkIntentForm);
export type IntentForm = z.output<typeof IntentForm>;

const taxedShape = { billing: TaxedAddress, billingVat: businessShape.billingVat };

export const ArtworkTaxForm = z.object({
  artworkId: ArtworkId,
  licenseType: choice(LICENSE_TYPES),
  discountId: z.optional(z.nullable(DiscountId)),
  ...taxedShape,
});

export const OfferTaxForm = z.object({ offerId: OfferId, ...taxedShape });

/** Calculates the tax on a licence or an offer for the buyer's location. */
export const TaxForm = eitherForm(namesOffer, OfferTaxForm, ArtworkTaxForm);

/** An open payment: data for Stripe's form, and when its price expires. */
export const Intent = z.object({
  orderIntent: PaymentId,
  clientSecret: z.string(),
  breakdown: Breakdown,
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type Intent = z.output<typeof Intent>;

/** Places a free order. */
export const FreeOrderForm = z.pipe(z.object(wanted).check(checkHolder), z.transform(normalizeHolder));
export type FreeOrderForm = z.output<typeof FreeOrderForm>;

/** Places the order of a succeeded payment. */
export const PaidOrderForm = z.object({ orderIntent: OrderIntent });

/** A paid order if there is an `orderIntent`, otherwise a free one. */
export const OrderForm = eitherForm(
  (sent) => "orderIntent" in sent && sent.orderIntent !== null,
  PaidOrderForm,
  FreeOrderForm,
);

/** An open payment, restored when the checkout page reloads. */
export const OpenIntent = z.extend(Intent, {
  /** Null if saved cards may pay and the session hasn't proven its owner. */
  clientSecret: z.nullable(z.string()),
  savedCards: z.boolean(),
  versionId: VersionId,
  licenseUsage: choice(LICENSE_USAGES),
  licenseType: choice(LICENSE_TYPES),
  licenseCompany: z.string(),
  licenseAssignee: z.string(),
  /** Billing details for the receipt or invoice, as they were when the payment started. */
  billed: z.nullable(z.omit(BillingForm, { billingEmail: true })),
  vat: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** The applied discount code. */
  discountCode: z.nullable(z.string()),
});
export type OpenIntent = z.output<typeof OpenIntent>;

/** An open payment in the buyer's list. */
export const UnfinishedPayment = z.object({
  orderIntent: PaymentId,
  artworkId: ArtworkId,
  artworkTitle: z.string(),
  licenseType: choice(LICENSE_TYPES),
  orderSpent: amount(),
  /** The offer that is paid, if one is. */
  offerId: z.optional(OfferId),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type UnfinishedPayment = z.output<typeof UnfinishedPayment>;

/** Everything that the checkout page loads. */
export const Checkout = z.object({
  version: z.extend(Picture, {
    artworkId: ArtworkId,
    versionId: VersionId,
    artworkTitle: z.string(),
  }),
  owner: Person,
  options: z.array(LicenseOption),
  /** The price of the first licence option. */
  breakdown: Breakdown,
  billing: z.nullable(BillingForm),
  /** Company and VAT number of the caller's last business licence. */
  company: z.nullable(z.string()),
  /** The seller's Stripe account, which determines the payment methods; null if nobody can pay. */
  payee: z.nullable(z.string()),
  vat: z.nullable(z.string()),
  /** The caller's licences in force, for checking duplicates. */
  licenses: z.array(License),
  intent: z.nullable(OpenIntent),
});
export type Checkout = z.output<typeof Checkout>;

export const DiscountForm = z.object({ discountCode: requiredCode(LIMITS.discountCode.max), artworkId: ArtworkId });

/** A discount, and the resulting amounts for each licence on offer. */
export const Discount = z.object({
  discountId: DiscountId,
  /** Of the licence's price. */
  percent: z.number(),
  amounts: z.array(z.extend(Breakdown, { licenseType: choice(LICENSE_TYPES) })),
});
export type Discount = z.output<typeof Discount>;
