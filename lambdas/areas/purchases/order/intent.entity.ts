import { Entity } from "dynamodb-toolbox/entity";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { item, map, number, string } from "dynamodb-toolbox/schema";
import { LICENSE_USAGES } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { compactId, partitionKey, sortKey } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";
import { billPins } from "../documents/document.entity.ts";
import { INTENT_STATES, type IntentEnd } from "./states.ts";

/**
 * The payment that a buyer has for an artwork, one at a time: while it is open, the key is the lock. What the buyer
 * was quoted is pinned here before the provider is asked, so that a retry asks for the same.
 */
export const IntentEntity = new Entity({
  name: "intent",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("A"),
    buyerId: sortKey("I"),
    state: string()
      .enum(...INTENT_STATES)
      .savedAs("st"),
    /** Chosen before the payment; part of the provider's idempotency key, so there is one payment for one order. */
    orderId: compactId().savedAs("or"),
    /** How often the provider stored a failure under the idempotency key; each attempt has a key of its own. */
    attempt: number().optional().savedAs("at"),
    /** Of the artwork, for the payment's description. */
    title: string().savedAs("t"),
    /** The provider's id; absent until it has answered. */
    intentId: string().optional().savedAs("pi"),
    /** Hash of the caller's `Idempotency-Key`, where one came. */
    requestKey: string().optional().savedAs("rk"),
    /** Epoch seconds; after that the lock is free. */
    until: number().savedAs("un"),
    sellerId: compactId().savedAs("se"),
    /** The seller's account at the provider. */
    payee: string().savedAs("py"),
    /** The buyer's customer at the provider, whose saved cards can pay; gone once the payment has ended. */
    customerId: string().optional().savedAs("cu"),
    versionId: compactId().savedAs("v"),
    licenseUsage: string()
      .enum(...LICENSE_USAGES)
      .savedAs("us"),
    licenseType: string()
      .enum(...LICENSE_TYPES)
      .savedAs("lt"),
    /** Empty once the payment has ended, as the two below. */
    licenseCompany: string().savedAs("co"),
    licenseAssignee: string().savedAs("as"),
    licenseAssignor: string().savedAs("ar"),
    /** For the order's receipt or invoice; gone once the payment has ended. */
    ...billPins,
    /** Cents. */
    price: number().savedAs("pr"),
    /** Before the seller's code lowered it. */
    listPrice: number().optional().savedAs("lp"),
    discount: number().default(0).savedAs("dc"),
    /** The other amounts of the sale, pinned so that nothing is computed again. */
    fees: map({
      buyerFee: number().savedAs("b"),
      sellerFee: number().savedAs("s"),
      orderSpent: number().savedAs("sp"),
      orderEarned: number().savedAs("ea"),
      orderFee: number().savedAs("fe"),
      tax: number().optional().savedAs("t"),
    }).savedAs("fs"),
    /** The provider's calculation of the tax. */
    taxCalculation: string().optional().savedAs("tc"),
    discountId: compactId().optional().savedAs("di"),
    /** While open: every open payment by its end (`p`, `ps`), and the buyer's and the seller's (`o`, `s`). */
    openList: string().optional().savedAs("p"),
    openUntil: string().optional().savedAs("ps"),
    ofBuyer: string().optional().savedAs("o"),
    ofSeller: string().optional().savedAs("s"),
  }),
});

/** The partitions of open payments in the indexes `ranked`, `byOwner` and `shownByOwner`. */
export const OPEN_INTENTS = "I";
export const openIntentsOfBuyer = (buyerId: string) => `IB#${buyerId}`;
export const openIntentsOfSeller = (sellerId: string) => `IS#${sellerId}`;

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
