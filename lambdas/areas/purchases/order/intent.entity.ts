import { Entity } from "dynamodb-toolbox/entity";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { item, map, number, string } from "dynamodb-toolbox/schema";
import { LICENSE_USAGES } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { partitionKey, sortKey, uuid } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";
import { billPins } from "../documents/document.entity.ts";
import { INTENT_STATES, type IntentEnd } from "./states.ts";

/**
 * A buyer's payment for an artwork; while it is open, its key locks out another. What the buyer was quoted is pinned
 * here before the provider is asked, so that a retry asks for the same.
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
    /** Chosen before the payment; part of the provider's idempotency key, so there is one payment for one order. */
    orderId: uuid(),
    /** How often the provider stored a failure under the idempotency key; each attempt has a key of its own. */
    attempt: number().optional(),
    /** Of the artwork, for the payment's description. */
    title: string(),
    /** The provider's id; absent until it has answered. */
    intentId: string().optional(),
    /** Hash of the caller's `Idempotency-Key`, where one came. */
    requestKey: string().optional(),
    /** Epoch seconds; after that the lock is free. */
    until: number(),
    sellerId: uuid(),
    /** The seller's account at the provider. */
    payee: string(),
    /** The buyer's customer at the provider, whose saved cards can pay; gone once the payment has ended. */
    customerId: string().optional(),
    versionId: uuid(),
    licenseUsage: string().enum(...LICENSE_USAGES),
    licenseType: string().enum(...LICENSE_TYPES),
    /** Empty once the payment has ended, as the two below. */
    licenseCompany: string(),
    licenseAssignee: string(),
    licenseAssignor: string(),
    /** For the order's receipt or invoice; gone once the payment has ended. */
    ...billPins,
    /** Cents. */
    price: number(),
    /** Before the seller's code lowered it. */
    listPrice: number().optional(),
    discount: number().default(0),
    /** The other amounts of the sale, pinned so that nothing is computed again. */
    fees: map({
      buyerFee: number(),
      sellerFee: number(),
      orderSpent: number(),
      orderEarned: number(),
      orderFee: number(),
      tax: number().optional(),
    }),
    /** The provider's calculation of the tax. */
    taxCalculation: string().optional(),
    discountId: uuid().optional(),
    /** While open: every open payment by its end , and the buyer's and the seller's. */
    openList: string().optional().savedAs("rankedPk"),
    openUntil: string().optional().savedAs("rankedSk"),
    ofBuyer: string().optional().savedAs("byOwnerPk"),
    ofSeller: string().optional().savedAs("shownByOwnerPk"),
  }),
});

/** The partitions of open payments in the indexes `ranked`, `byOwner` and `shownByOwner`. */
export const OPEN_INTENTS = "OPEN_INTENTS";
export const buyersIntentsPartition = (buyerId: string) => `OPEN_INTENTS#${buyerId}`;
export const sellersIntentsPartition = (sellerId: string) => `OPEN_INTENTS#${sellerId}`;

/** Closes an intent: it leaves the lists of open ones and loses its names, which its order keeps where there is one. */
export const closed = (state: IntentEnd) => ({
  state,
  openList: $remove(),
  openUntil: $remove(),
  ofBuyer: $remove(),
  ofSeller: $remove(),
  customerId: $remove(),
  licenseCompany: "",
  licenseAssignee: "",
  licenseAssignor: "",
  billed: $remove(),
  vat: $remove(),
  reference: $remove(),
  sellerAddress: $remove(),
  sellerVat: $remove(),
  code: $remove(),
  taxed: $remove(),
  platform: $remove(),
});

/** The payment is open, and it is this order's. */
export const whileOpenFor = (orderId: string) => ({
  and: [
    { attr: "state" as const, eq: "open" as const },
    { attr: "orderId" as const, eq: orderId },
  ],
});

/** The payment is open, and the provider's answer isn't stored yet: the first one stays. */
export const whileWithoutPaymentId = (orderId: string) => ({
  and: [...whileOpenFor(orderId).and, { attr: "intentId" as const, exists: false as const }],
});
