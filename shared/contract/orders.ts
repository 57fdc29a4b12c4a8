import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { DiscountCode, DiscountCodeForm, LinkedDiscount } from "../model/discount-code.ts";
import { EvidenceForm } from "../model/evidence.ts";
import { ArtworkId, DiscountId, OfferId, OrderId, UserId } from "../model/ids.ts";
import { OfferCheckout } from "../model/offer.ts";
import {
  Breakdown,
  Checkout,
  Discount,
  DiscountForm,
  Intent,
  IntentForm,
  ORDER_STATUSES,
  Order,
  OrderForm,
  PaymentId,
  TaxForm,
  UnfinishedPayment,
} from "../model/order.ts";
import { PaymentMethod, PaymentMethodId } from "../model/payment-method.ts";
import { choice, lookupText, pageQuery, pageSchema, requiredCode, ToastMessage } from "../model/primitives.ts";
import { route } from "../route.ts";
import { toVisibleLine } from "../rules/visible-text.ts";

/** Failures of taking a licence, paid or free. */
const REFUSALS = [
  "artwork_not_found",
  "artwork_unavailable",
  "artwork_moved",
  "own_artwork",
  "license_not_offered",
  "license_company_exists",
  "license_already_exists",
  "license_type_superseded",
  "payment_open",
  "artwork_reserved",
  "intent_invalid",
  "purchases_disabled",
] as const;

/** The licences on sale, those that the caller already holds, and an open payment. */
export const readCheckout = route({
  method: "GET",
  path: "/api/checkout/{artworkId}",
  access: "user",
  feature: "payments",
  params: z.object({ artworkId: ArtworkId }),
  status: 200,
  returns: Checkout,
  fails: ["artwork_not_found", "artwork_unavailable", "own_artwork"],
});

/** An offer as its buyer pays it: with billing data, licences that they already hold, and an open payment. */
export const readOfferCheckout = route({
  method: "GET",
  path: "/api/checkout/offers/{offerId}",
  access: "user",
  feature: "payments",
  params: z.object({ offerId: OfferId }),
  status: 200,
  returns: OfferCheckout,
  fails: ["offer_not_found"],
});

/** Withdraws the caller's offer, which also ends an expired payment of it; safe to repeat. */
export const withdrawOffer = route({
  method: "DELETE",
  path: "/api/offers/{offerId}",
  access: "user",
  whileSuspended: "allowed",
  audit: "offer.withdraw",
  throttled: "message",
  params: z.object({ offerId: OfferId }),
  status: 204,
  fails: ["offer_not_found", "offer_paying", "offer_bought"],
});

/** Checks a code without using it; that happens when a payment starts. */
export const readDiscount = route({
  method: "POST",
  path: "/api/discounts",
  access: "user",
  whileSuspended: "allowed",
  audit: "discount.look_up",
  feature: "discounts",
  body: DiscountForm,
  status: 200,
  returns: Discount,
  fails: ["artwork_not_found", "artwork_unavailable", "own_artwork", "discount_invalid"],
});

/** The code of a link to an artist or their artwork, so that pages show its prices to visitors too. */
export const readLinkedDiscount = route({
  method: "GET",
  path: "/api/discounts",
  access: "public",
  optionalAuth: true,
  feature: "discounts",
  query: z.object({
    username: lookupText().check(z.overwrite(toVisibleLine)),
    discountCode: requiredCode(LIMITS.discountCode.max),
  }),
  status: 200,
  returns: LinkedDiscount,
  fails: ["discount_not_found"],
});

/** Price of a licence or an offer with tax; each call is a paid calculation at Stripe. */
export const quoteTax = route({
  method: "POST",
  path: "/api/tax",
  access: "user",
  whileSuspended: "allowed",
  audit: "tax.quote",
  throttled: "tax",
  feature: "tax",
  body: TaxForm,
  status: 200,
  returns: Breakdown,
  fails: [
    "artwork_not_found",
    "artwork_unavailable",
    "own_artwork",
    "license_not_offered",
    "offer_not_found",
    "offer_ended",
    "offer_bought",
    "discount_invalid",
    "tax_location_invalid",
    "tax_unavailable",
  ],
});

/** Creates a seller's discount code, which lowers the price of their artwork. */
export const createDiscountCode = route({
  method: "POST",
  path: "/api/users/{userId}/discounts",
  access: "self",
  effects: ["discountCodes"],
  whileSuspended: "refused",
  audit: "discount.create",
  throttled: "discountCode",
  feature: "discounts",
  params: z.object({ userId: UserId }),
  body: DiscountCodeForm,
  status: 201,
  returns: DiscountCode,
  fails: ["onboarding_not_begun", "discount_taken"],
});

/** The seller's codes, newest first, including ended ones. */
export const listDiscountCodes = route({
  method: "GET",
  path: "/api/users/{userId}/discounts",
  access: "self",
  feature: "discounts",
  params: z.object({ userId: UserId }),
  query: pageQuery(),
  status: 200,
  returns: pageSchema(DiscountCode),
});

/** Ends a code for good; payments that have started keep it. Safe to repeat. */
export const endDiscountCode = route({
  method: "DELETE",
  path: "/api/users/{userId}/discounts/{discountId}",
  access: "self",
  effects: ["discountCodes"],
  whileSuspended: "allowed",
  audit: "discount.end",
  throttled: "discountCode",
  feature: "discounts",
  params: z.object({ userId: UserId, discountId: DiscountId }),
  status: 204,
  fails: ["discount_not_found"],
});

/** The caller's open payments, the latest first. */
export const listIntents = route({
  method: "GET",
  path: "/api/users/{userId}/intents",
  access: "self",
  feature: "payments",
  params: z.object({ userId: UserId }),
  status: 200,
  returns: z.object({ items: z.array(UnfinishedPayment) }),
});

/**
 * Starts a payment that holds the named version's price, or an offer, for half an hour; `Idempotency-Key` makes it safe to repeat. Payments
 * with saved cards require proof of the owner.
 */
export const createIntent = route({
  method: "POST",
  path: "/api/users/{userId}/intents",
  access: "self",
  whileSuspended: "refused",
  audit: "intent.create",
  feature: "payments",
  params: z.object({ userId: UserId }),
  body: IntentForm,
  status: 201,
  returns: Intent,
  fails: [
    ...REFUSALS,
    "offer_not_found",
    "offer_ended",
    "offer_bought",
    "artwork_in_checkout",
    "discount_invalid",
    "tax_location_invalid",
    "tax_unavailable",
    "proof_required",
  ],
});

/** Releases the lock of an open payment; safe to repeat. */
export const cancelIntent = route({
  method: "DELETE",
  path: "/api/users/{userId}/intents/{intentId}",
  access: "self",
  whileSuspended: "allowed",
  audit: "intent.cancel",
  params: z.object({ userId: UserId, intentId: PaymentId }),
  status: 204,
  fails: ["intent_not_found", "payment_done", "payment_pending"],
});

/**
 * Lets Stripe's payment form offer and save the caller's cards. Null where Stripe fails at the moment; the form works without
 * it.
 */
export const openPaymentSession = route({
  method: "POST",
  path: "/api/users/{userId}/payment_session",
  access: "self",
  effects: ["savedCards"],
  whileSuspended: "allowed",
  audit: "payment_method.offer",
  throttled: "paymentMethod",
  feature: "payments",
  params: z.object({ userId: UserId }),
  status: 200,
  returns: z.object({ /** A secret for the form, good once. */ customerSession: z.nullable(z.string()) }),
});

/** The caller's saved cards, read from Stripe. */
export const listPaymentMethods = route({
  method: "GET",
  path: "/api/users/{userId}/payment_methods",
  access: "self",
  params: z.object({ userId: UserId }),
  status: 200,
  returns: z.object({ items: z.array(PaymentMethod) }),
});

/** Removes a saved card at the provider, for good. */
export const removePaymentMethod = route({
  method: "DELETE",
  path: "/api/users/{userId}/payment_methods/{paymentMethodId}",
  access: "self",
  effects: ["savedCards"],
  whileSuspended: "allowed",
  audit: "payment_method.remove",
  throttled: "paymentMethod",
  params: z.object({ userId: UserId, paymentMethodId: PaymentMethodId }),
  status: 204,
  fails: ["payment_method_not_found"],
});

/** The order of a payment, or of a free licence at once; a repeat returns the existing order. */
export const placeOrder = route({
  method: "POST",
  path: "/api/orders",
  access: "user",
  whileSuspended: { refusedIf: (body: object) => !("orderIntent" in body) },
  audit: "order.place",
  body: OrderForm,
  status: 201,
  returns: Order,
  fails: [...REFUSALS, "payment_pending"],
});

/** Refunds the order in full and revokes its licence. */
export const refundOrder = route({
  method: "POST",
  path: "/api/orders/{orderId}/refund",
  access: "user",
  effects: ["refund"],
  whileSuspended: "allowed",
  audit: "order.refund",
  params: z.object({ orderId: OrderId }),
  status: 200,
  returns: z.extend(ToastMessage, { status: choice(ORDER_STATUSES) }),
  fails: ["order_not_found", "order_not_refundable", "refund_uncovered"],
});

/** Submits the seller's evidence to the buyer's bank; it can't be changed afterwards. */
export const submitEvidence = route({
  method: "POST",
  path: "/api/orders/{orderId}/evidence",
  access: "user",
  effects: ["evidence"],
  whileSuspended: "allowed",
  audit: "order.evidence",
  params: z.object({ orderId: OrderId }),
  body: EvidenceForm,
  status: 200,
  returns: ToastMessage,
  fails: ["order_not_found", "evidence_not_awaited", "evidence_files_refused"],
});
