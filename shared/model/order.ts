import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { isHeldByCompany, LICENSE_USAGES } from "../rules/license-holder.ts";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { Person } from "./account.ts";
import { LicenseOption } from "./artwork.ts";
import { BillingForm, businessShape, TaxedAddress } from "./billing.ts";
import { OrderDocument } from "./document.ts";
import { ArtworkId, DiscountId, LicenseId, OrderId, ThreadId, VersionId } from "./ids.ts";
import { checkHolder, licenseShape, normalizeHolder } from "./license.ts";
import { Preview } from "./media.ts";
import { amount, choice, licensePrice, requiredCode, requiredLines } from "./primitives.ts";

/** The payment provider's name for a payment; its length is the provider's habit, so it stands in one constant. */
const OrderIntent = requiredCode(LIMITS.orderIntent.length, MESSAGES.intentIdInvalid).check(
  z.length(LIMITS.orderIntent.length, MESSAGES.intentIdInvalid),
);

/** The same in answers and in paths, where a longer one that the provider may give some day is as good. */
export const PaymentId = requiredCode(LIMITS.orderIntent.longest, MESSAGES.intentIdInvalid).check(
  z.minLength(LIMITS.orderIntent.length, MESSAGES.intentIdInvalid),
);

/** An order exists only once it is paid; a free one at once. */
export const ORDER_STATUSES = ["completed", "disputed", "refunded"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The two sides of an order. */
export const ORDER_SIDES = ["purchases", "sales"] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];

/** The licence that an order is about. Of the identifiers only the caller's own is there. */
export const License = z.object({
  licenseId: LicenseId,
  orderId: OrderId,
  licenseUsage: choice(LICENSE_USAGES),
  licenseType: choice(LICENSE_TYPES),
  licenseCompany: z.string(),
  licenseAssignee: z.string(),
  licenseAssignor: z.string(),
  licensePrice: licensePrice(),
  licenseFingerprint: z.string(),
  assigneeIdentifier: z.optional(z.string()),
  assignorIdentifier: z.optional(z.string()),
  status: choice(["valid", "revoked"]),
  created: z.string(),
});
export type License = z.output<typeof License>;

/** An order as one of its two sides sees it; amounts in cents, each side's own only. */
export const Order = z.object({
  orderId: OrderId,
  status: choice(ORDER_STATUSES),
  created: z.string(),
  /** As bought, whatever became of it since. */
  artwork: z.object({
    id: ArtworkId,
    versionId: VersionId,
    title: z.string(),
    owner: Person,
    previews: z.array(Preview),
    placeholder: z.string(),
    width: z.number(),
    height: z.number(),
    /** As the artwork is marked now. */
    mature: z.boolean(),
  }),
  license: License,
  /** True if the caller may download the original file now. */
  downloadable: z.boolean(),
  /** Shown to the seller only. */
  buyer: z.optional(Person),
  orderSpent: z.optional(amount()),
  buyerFee: z.optional(amount()),
  discount: z.optional(amount()),
  tax: z.optional(amount()),
  /** The licence's price before the seller's code lowered it, shown to both sides; absent without one. */
  listPrice: z.optional(licensePrice()),
  orderEarned: z.optional(amount()),
  sellerFee: z.optional(amount()),
  /** The returned part of `orderSpent` or `orderEarned`, where there is any. */
  orderReturned: z.optional(amount()),
  /** When the last of it went back, in ISO 8601; older orders don't say. */
  orderReturnedAt: z.optional(z.string()),
  /** Shown to the seller: what they get of it in their own currency, in its smallest unit; null until that is settled. */
  orderPayout: z.optional(
    z.nullable(z.object({ amount: z.number(), currency: z.string(), exchangeRate: z.nullable(z.number()) })),
  ),
  /** Shown to the seller: the payment provider's state of a dispute, and until when evidence can be handed in. */
  dispute: z.optional(z.object({ status: z.string(), evidenceDue: z.nullable(z.string()) })),
  /** In the answer about one order: whether the caller can open the artwork's page. */
  artworkShown: z.optional(z.boolean()),
  /** In the same answer, to the buyer: whether their review of the artwork is there. */
  reviewed: z.optional(z.boolean()),
  /** In the same answer: what its two sides write each other, and how a request for a refund stands; absent before the first message. */
  thread: z.optional(z.object({ threadId: ThreadId, refund: z.nullable(choice(["asked", "declined"])) })),
  /** In the same answer: receipts, invoices and credit notes, the first one first; free and older orders have none. */
  documents: z.optional(z.array(OrderDocument)),
});
export type Order = z.output<typeof Order>;

/** A buyer's price of a licence, in cents: `orderSpent` = `licensePrice` + `buyerFee` − `discount` + `tax`. */
export const Breakdown = z.object({
  licensePrice: licensePrice(),
  buyerFee: amount(),
  discount: amount(),
  orderSpent: amount(),
  /** Before a seller's code led to `licensePrice`; absent without one. */
  listPrice: z.optional(licensePrice()),
  /** Absent on stages without tax, and where it isn't calculated yet. */
  tax: z.optional(amount()),
});
export type Breakdown = z.output<typeof Breakdown>;

const wanted = { artworkId: ArtworkId, versionId: VersionId, ...licenseShape };

/** Only a company's invoice names a VAT number and a reference. */
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

/** Starts a payment. The billing address may be left out where the account has one. */
export const IntentForm = z.pipe(
  z
    .object({
      ...wanted,
      ...businessShape,
      discountId: z.optional(z.nullable(DiscountId)),
      billing: z.optional(BillingForm),
      /** True if the caller's saved cards may pay it and a card may be saved; without it neither can. */
      savedCards: z.optional(z.boolean()),
    })
    .check(checkHolder, checkBusiness),
  z.transform(normalizeHolder),
);
export type IntentForm = z.output<typeof IntentForm>;

/** Asks for the tax on a licence, by where its buyer is. */
export const TaxForm = z.object({
  artworkId: ArtworkId,
  licenseType: choice(LICENSE_TYPES),
  discountId: z.optional(z.nullable(DiscountId)),
  billing: TaxedAddress,
  billingVat: businessShape.billingVat,
});

/** A payment under way: what the payment provider's form needs, and until when it holds the price. */
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

/** A paid order names its payment and nothing else. */
export const PaidOrderForm = z.object({ orderIntent: OrderIntent });

/** A seller's evidence for the buyer's bank about a disputed order; it is submitted once. */
export const EvidenceForm = z.object({ evidenceText: requiredLines(LIMITS.evidence.max) });
export type EvidenceForm = z.output<typeof EvidenceForm>;

/** Either of the two, told apart by whether a payment is named, so that what is wrong is said by its field. */
export const OrderForm = z.pipe(
  z.custom<z.input<typeof PaidOrderForm> | z.input<typeof FreeOrderForm>>(
    (form) => typeof form === "object" && form !== null,
    MESSAGES.invalid,
  ),
  z.transform((form, { issues }): z.output<typeof PaidOrderForm> | FreeOrderForm => {
    const parsed = ("orderIntent" in form && form.orderIntent !== null ? PaidOrderForm : FreeOrderForm).safeParse(form);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) issues.push({ code: "custom", message, path, input: form });
    return z.NEVER;
  }),
);

/** An open payment as the checkout page finds it again after a reload. */
export const OpenIntent = z.extend(Intent, {
  /** Null until the owner is proven, where saved cards may pay. */
  clientSecret: z.nullable(z.string()),
  savedCards: z.boolean(),
  versionId: VersionId,
  licenseUsage: choice(LICENSE_USAGES),
  licenseType: choice(LICENSE_TYPES),
  licenseCompany: z.string(),
  licenseAssignee: z.string(),
  /** For its receipt or invoice, pinned as it began, whatever the account's bill is by now. */
  billed: z.nullable(z.omit(BillingForm, { billingEmail: true })),
  vat: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** The code that lowered it. */
  discountCode: z.nullable(z.string()),
});
export type OpenIntent = z.output<typeof OpenIntent>;

/** An open payment in the list of its buyer's. */
export const UnfinishedPayment = z.object({
  orderIntent: PaymentId,
  artworkId: ArtworkId,
  artworkTitle: z.string(),
  licenseType: choice(LICENSE_TYPES),
  orderSpent: amount(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type UnfinishedPayment = z.output<typeof UnfinishedPayment>;

/** All that the checkout page starts from. */
export const Checkout = z.object({
  version: z.object({
    artworkId: ArtworkId,
    versionId: VersionId,
    artworkTitle: z.string(),
    previews: z.array(Preview),
    placeholder: z.string(),
    width: z.number(),
    height: z.number(),
    mature: z.boolean(),
  }),
  owner: Person,
  options: z.array(LicenseOption),
  /** Of the first option. */
  breakdown: Breakdown,
  billing: z.nullable(BillingForm),
  /** The company that the caller last bought a licence for, and its VAT number. */
  company: z.nullable(z.string()),
  /** The seller's account at Stripe, which decides on the payment methods; null where nobody can pay. */
  payee: z.nullable(z.string()),
  vat: z.nullable(z.string()),
  /** The caller's licences in force, for the rules about duplicates. */
  licenses: z.array(License),
  intent: z.nullable(OpenIntent),
});
export type Checkout = z.output<typeof Checkout>;

export const DiscountForm = z.object({ discountCode: requiredCode(LIMITS.discountCode.max), artworkId: ArtworkId });

/** A discount and what it leaves to pay for each licence on offer. */
export const Discount = z.object({
  discountId: DiscountId,
  /** Of the licence's price. */
  percent: z.number(),
  amounts: z.array(z.extend(Breakdown, { licenseType: choice(LICENSE_TYPES) })),
});
export type Discount = z.output<typeof Discount>;
