import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, map, number, set, string } from "dynamodb-toolbox/schema";
import { prefix } from "dynamodb-toolbox/transformers/prefix";
import { ORDER_STATUSES } from "#shared/model/order.ts";
import { LICENSE_USAGES } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { constantSortKey, partitionKey, uuid } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";

const LICENSE = "LICENSE";

/** An amount, and the rate at which it was converted into its currency. */
const converted = () =>
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
    /** The provider's payment; a free order has none. */
    intentId: string().optional(),
    /** Epoch seconds; free orders have none, and are as old as their id. */
    paidAt: number().optional(),
    /** Cents, as agreed on; the other amounts are sums of these. */
    amounts: map({
      price: number(),
      /** Before the seller's code lowered it. */
      listPrice: number().optional(),
      buyerFee: number(),
      sellerFee: number(),
      discount: number(),
      /** Absent where the stage calculated none. */
      tax: number().optional(),
      /** Of each side, back with the buyer or on their way there; here because the indexes hold it. */
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
    assigneeIdentifier: string(),
    assignorIdentifier: string(),
    /** Hash of the licence's text on the day, in hex. */
    termsHash: string(),
    /** Of the certificate's payload; orders of version 1 have none. */
    certificateVersion: number().enum(2).optional(),
    /** As bought. */
    title: string(),
    mediaId: uuid(),
    previewKey: string(),
    placeholder: string(),
    width: number(),
    height: number(),
    sha256: string(),
    /** Hash of the free order's `Idempotency-Key` and form, where a key came: a repeat returns this order. */
    requestKey: string().optional(),
    /** Epoch seconds of the last change of `amounts.returned`; absent where nothing is back. */
    returnedAt: number().optional(),
    /** Cents of refunds that have succeeded, where any have. */
    refunded: number().optional(),
    /**
     * True if the seller's part isn't in place or isn't settled yet; its payment is then on the list of unsettled ones.
     */
    unsettled: boolean().optional(),
    /** The seller's part and our fee at Stripe, in the smallest unit of each currency; absent until settled. */
    settlement: map({
      seller: converted(),
      fee: converted().optional(),
    }).optional(),
    /** The last change of ours to the provider's records of tax: cents that they lack since a dispute is lost. */
    taxReversal: map({ nth: number(), id: string(), amount: number() }).optional(),
    /** How many movements followed the payment; each is written once for this number. */
    bookings: number().optional(),
    /** How often the provider stored a failure to move the seller's part; each attempt has idempotency keys of its own. */
    settlements: number().optional(),
    /** The dispute that it is or was in. */
    disputeId: string().optional(),
    /** Its present state by the provider's name, and until when evidence is awaited (epoch seconds). */
    dispute: map({
      id: string(),
      status: string(),
      due: number().optional(),
    }).optional(),
    /** Ids of the provider's events that changed it; these are processed. */
    events: set(string()).optional(),
    /** Keys of the indexes: the buyer's purchases, the seller's sales, and the licence's fingerprint. */
    ofBuyer: string().savedAs("byOwnerPk"),
    ofSeller: string().savedAs("shownByOwnerPk"),
    fingerprint: string().transform(prefix(LICENSE)).savedAs("rankedPk"),
    fingerprintPlace: string().const(LICENSE).default(LICENSE).savedAs("rankedSk").hidden(),
  }),
});

/** The partition of a licence in the index `ranked`. */
export const licensePartition = (fingerprint: string) => `${LICENSE}#${fingerprint}`;

/** The partition of one side's orders: of a buyer's in the index `byOwner`, of a seller's in `shownByOwner`. */
export const purchasesPartition = (buyerId: string) => `PURCHASES#${buyerId}`;
export const salesPartition = (sellerId: string) => `SALES#${sellerId}`;
