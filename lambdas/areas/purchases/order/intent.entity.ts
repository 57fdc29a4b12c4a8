import { Entity } from "dynamodb-toolbox/entity";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { boolean, item, map, number, string } from "dynamodb-toolbox/schema";
import { LICENSE_USAGES } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { partitionKey, sortKey, uuid } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";
import { billPins } from "../documents/document.entity.ts";
import { agreedAttributes, licensedItems } from "../offers/offer.entity.ts";
import { INTENT_STATES, type IntentEnd } from "./states.ts";

/**
 * A buyer's payment for an artwork; its key allows only one open payment. The quoted amounts are stored before the payment is
 * requested from Stripe, so that a retry requests the same.
 */
export const IntentEntity = new Entity({
  name: "intent",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    buyerId: sortKey("INTENT"),
    state: string().enum(...INTENT_STATES),
    /** Chosen before the payment; part of Stripe's idempotency key, so that an order has one payment. */
    orderId: uuid(),
    /** Number of failures stored by Stripe under the idempotency key; each attempt has its own key. */
    attempt: number().optional(),
    /** The artwork's title, for the payment's description. */
    title: string(),
    /** Stripe's id; absent until Stripe has answered. */
    intentId: string().optional(),
    /** Hash of the caller's `Idempotency-Key`, if sent. */
    requestKey: string().optional(),
    /** Epoch seconds at which the lock expires. */
    until: number(),
    sellerId: uuid(),
    /** The seller's Stripe account. */
    payee: string(),
    /** The buyer's Stripe customer, whose saved cards may pay; removed once the payment has ended. */
    customerId: string().optional(),
    versionId: uuid(),
    licenseUsage: string().enum(...LICENSE_USAGES),
    licenseType: string().enum(...LICENSE_TYPES),
    /** This and the next two are empty once the payment has ended. */
    licenseCompany: string(),
    licenseAssignee: string(),
    licenseAssignor: string(),
    /** Absent without an offer, which sells all of its items at once; the artwork of this intent's key is the first. */
    offerId: uuid().optional(),
    items: licensedItems().optional(),
    ...agreedAttributes,
    /** True if the artworks count this payment as open; missing on older items. */
    counted: boolean().optional(),
    /** For the order's receipt or invoice; removed once the payment has ended. */
    ...billPins,
    /** Cents. */
    price: number(),
    /** Before a seller's code. */
    listPrice: number().optional(),
    discount: number().default(0),
    /** The other amounts of the sale, stored so that they aren't computed again. */
    fees: map({
      buyerFee: number(),
      sellerFee: number(),
      orderSpent: number(),
      orderEarned: number(),
      orderFee: number(),
      tax: number().optional(),
    }),
    /** Stripe's calculation of the tax. */
    taxCalculation: string().optional(),
    discountId: uuid().optional(),
    /** While open: index keys of all open payments by expiry, and of the buyer's and the seller's. */
    openList: string().optional().savedAs("rankedPk"),
    openUntil: string().optional().savedAs("rankedSk"),
    ofBuyer: string().optional().savedAs("byOwnerPk"),
    ofSeller: string().optional().savedAs("shownByOwnerPk"),
  }),
});

/** The partitions of open payments in the indexes `ranked`, `byOwner` and `shownByOwner`. */
export const OPEN_INTENTS = "OPEN_INTENTS";
export const buildBuyerIntentsPartition = (buyerId: string) => `OPEN_INTENTS#${buyerId}`;
export const buildSellerIntentsPartition = (sellerId: string) => `OPEN_INTENTS#${sellerId}`;

/** Closes an intent: removes it from the lists of open ones and deletes its names; its order, if any, has copies. */
export const buildClosing = (state: IntentEnd) => ({
  state,
  openList: $remove(),
  openUntil: $remove(),
  ofBuyer: $remove(),
  ofSeller: $remove(),
  customerId: $remove(),
  licenseCompany: "",
  licenseAssignee: "",
  licenseAssignor: "",
  licenseTerms: $remove(),
  billed: $remove(),
  vat: $remove(),
  reference: $remove(),
  sellerAddress: $remove(),
  sellerVat: $remove(),
  code: $remove(),
  taxed: $remove(),
  platform: $remove(),
});

/** Condition that the payment is open and belongs to this order. */
export const buildOpenCondition = (orderId: string) => ({
  and: [
    { attr: "state" as const, eq: "open" as const },
    { attr: "orderId" as const, eq: orderId },
  ],
});

/** Condition that the payment is open without a Stripe id: the first one is kept. */
export const buildNoPaymentIdCondition = (orderId: string) => ({
  and: [...buildOpenCondition(orderId).and, { attr: "intentId" as const, exists: false as const }],
});
