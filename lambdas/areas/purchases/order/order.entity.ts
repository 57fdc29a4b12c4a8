import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, list, map, number, set, string } from "dynamodb-toolbox/schema";
import { prefix } from "dynamodb-toolbox/transformers/prefix";
import { ORDER_STATUSES } from "#shared/model/order.ts";
import { LICENSE_USAGES } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { constantSortKey, partitionKey, uuid } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";
import { agreedAttributes } from "../offers/offer.entity.ts";

const LICENSE = "LICENSE";

/** An amount, and its exchange rate. */
const buildConvertedAmountSchema = () =>
  map({
    amount: number(),
    currency: string(),
    rate: number().optional(),
  });

/** An order with its licence. It has a copy of what it needs of the version, so that its page is one read. */
export const OrderEntity = new Entity({
  name: "order",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    orderId: partitionKey("ORDER"),
    sk: constantSortKey("ORDER"),
    status: string().enum(...ORDER_STATUSES),
    buyerId: uuid(),
    sellerId: uuid(),
    artworkId: uuid(),
    versionId: uuid(),
    licenseId: uuid(),
    discountId: uuid().optional(),
    /** Stripe's payment; absent for free orders. */
    intentId: string().optional(),
    /** Epoch seconds; absent for free orders, whose id has the time. */
    paidAt: number().optional(),
    /** Cents. All but `returned` are as agreed and never change; other amounts are sums of these. */
    amounts: map({
      price: number(),
      /** The price before a seller's code. */
      listPrice: number().optional(),
      buyerFee: number(),
      sellerFee: number(),
      discount: number(),
      /** Absent if no tax was calculated. */
      tax: number().optional(),
      /** Number of licences that the price is for; absent for one. */
      licenses: number().optional(),
      /** Each side's part returned by refunds, also pending ones, or withdrawn by a bank in a dispute; the indexes project it. */
      returned: map({
        spent: number(),
        earned: number(),
        fee: number(),
      }).optional(),
    }),
    licenseUsage: string().enum(...LICENSE_USAGES),
    licenseType: string().enum(...LICENSE_TYPES),
    licenseCompany: string(),
    licenseAssignee: string(),
    licenseAssignor: string(),
    ...agreedAttributes,
    /** The offer that was bought; absent without one. */
    offerId: uuid().optional(),
    /** Cents, of its own licence; present if the order has several. */
    licensePrice: number().optional(),
    /** The orders of its further licences, which no list contains; refunds and disputes change them together. */
    itemOrderIds: list(uuid()).optional(),
    /** The order that pays for this one, which is a further licence of it. */
    leadOrderId: uuid().optional(),
    assigneeIdentifier: string(),
    assignorIdentifier: string(),
    /** Hash of the licence's text at the time, in hex. */
    termsHash: string(),
    /** Version of the certificate's payload; absent for version 1. */
    certificateVersion: number().enum(2).optional(),
    /** The artwork's title when it was bought. */
    title: string(),
    /** Its artist's description of the picture for people who can't see it, at that time. */
    alt: string().optional(),
    mediaId: uuid(),
    previewKey: string(),
    placeholder: string(),
    width: number(),
    height: number(),
    sha256: string(),
    /** Hash of a free order's `Idempotency-Key` and form, if a key was sent: a repeat returns this order. */
    requestKey: string().optional(),
    /** Epoch seconds of the last change of `amounts.returned`; absent without one. */
    returnedAt: number().optional(),
    /** Cents of succeeded refunds; absent without one. */
    refunded: number().optional(),
    /**
     * True while the seller's part isn't transferred or settled, or the tax records lack a change; the payment's movement is then
     * in the partition UNSETTLED.
     */
    unsettled: boolean().optional(),
    /** The seller's part and our fee at Stripe, in each currency's smallest unit; absent until settled. */
    settlement: map({
      seller: buildConvertedAmountSchema(),
      fee: buildConvertedAmountSchema().optional(),
    }).optional(),
    /** Our last change to Stripe's tax records, which removed cents because of a lost dispute. */
    taxReversal: map({ nth: number(), id: string(), amount: number() }).optional(),
    /** Number of movements after the payment; the next one gets the number after it. */
    bookings: number().optional(),
    /** Number of failed attempts to move the seller's part or change the tax records, which is part of their idempotency keys. */
    settlements: number().optional(),
    /** Id of the last dispute, kept when Stripe no longer lists it. */
    disputeId: string().optional(),
    /**
     * The dispute that Stripe lists, with Stripe's name of its state and the deadline for evidence (epoch seconds). Older ones
     * have neither Stripe's reason nor the amount (cents).
     */
    dispute: map({
      id: string(),
      status: string(),
      due: number().optional(),
      reason: string().optional(),
      amount: number().optional(),
    }).optional(),
    /** A refund that an operator requested on the seller's behalf, with the reason for both sides; ISO 8601. */
    operatorRefund: map({ operatorId: uuid(), reason: string(), at: string() }).optional(),
    /** Ids of processed Stripe events. */
    events: set(string()).optional(),
    /** Index keys, the first three absent from further licences: the buyer's purchases, the seller's sales, the order's number, and the licence's fingerprint. */
    ofBuyer: string().optional().savedAs("byOwnerPk"),
    ofSeller: string().optional().savedAs("shownByOwnerPk"),
    /** Absent from older orders. */
    ofNumber: string().optional().savedAs("newestPk"),
    fingerprint: string().transform(prefix(LICENSE)).savedAs("rankedPk"),
    fingerprintPlace: string().const(LICENSE).default(LICENSE).savedAs("rankedSk").hidden(),
  }),
});

/** The partition of a licence in the index `ranked`. */
export const buildLicensePartition = (fingerprint: string) => `${LICENSE}#${fingerprint}`;

/** The partition of each side's orders: the buyer's in the index `byOwner`, the seller's in `shownByOwner`. */
export const buildPurchasesPartition = (buyerId: string) => `PURCHASES#${buyerId}`;
export const buildSalesPartition = (sellerId: string) => `SALES#${sellerId}`;

/** The partition of the orders with a number, such as `4F7K9-2QMXB`, in the index `newest`. */
export const buildNumberPartition = (number: string) => `ORDER_NUMBER#${number}`;
