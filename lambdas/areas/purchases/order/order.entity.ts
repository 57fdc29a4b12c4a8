import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, map, number, set, string } from "dynamodb-toolbox/schema";
import { prefix } from "dynamodb-toolbox/transformers/prefix";
import { ORDER_STATUSES } from "#shared/model/order.ts";
import { LICENSE_USAGES } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { compactId, constantSortKey, partitionKey } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";
import { compactFolder } from "../../media/compact-folder.ts";

/** An amount, and the rate at which it was converted into its currency. */
const converted = () =>
  map({
    amount: number().savedAs("a"),
    currency: string().savedAs("c"),
    rate: number().optional().savedAs("r"),
  });

/**
 * An order with its licence and a copy of what it needs of the version: its page is one read, and a typical one fits
 * into a write unit.
 */
export const OrderEntity = new Entity({
  name: "order",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    orderId: partitionKey("O"),
    sk: constantSortKey("O"),
    status: string()
      .enum(...ORDER_STATUSES)
      .savedAs("st"),
    buyerId: compactId().savedAs("b"),
    sellerId: compactId().savedAs("se"),
    artworkId: compactId().savedAs("a"),
    versionId: compactId().savedAs("v"),
    licenseId: compactId().savedAs("li"),
    discountId: compactId().optional().savedAs("di"),
    /** The provider's payment; a free order has none. */
    intentId: string().optional().savedAs("pi"),
    /** Epoch seconds; free orders have none, and are as old as their id. Under a name that both indexes of orders hold. */
    paidAt: number().optional().savedAs("f"),
    /** Cents, as agreed on; the other amounts are sums of these. */
    amounts: map({
      price: number().savedAs("p"),
      /** Before the seller's code lowered it. */
      listPrice: number().optional().savedAs("l"),
      buyerFee: number().savedAs("b"),
      sellerFee: number().savedAs("s"),
      discount: number().savedAs("d"),
      /** Absent where the stage calculated none. */
      tax: number().optional().savedAs("t"),
      /** Of each side, back with the buyer or on their way there; here because the indexes hold it. */
      returned: map({
        spent: number().savedAs("sp"),
        earned: number().savedAs("ea"),
        fee: number().savedAs("fe"),
      })
        .optional()
        .savedAs("r"),
    }).savedAs("am"),
    licenseUsage: string()
      .enum(...LICENSE_USAGES)
      .savedAs("us"),
    licenseType: string()
      .enum(...LICENSE_TYPES)
      .savedAs("tm"),
    licenseCompany: string().savedAs("co"),
    licenseAssignee: string().savedAs("as"),
    licenseAssignor: string().savedAs("ar"),
    assigneeIdentifier: string().savedAs("ai"),
    assignorIdentifier: string().savedAs("ri"),
    /** Hash of the licence's text on the day, in hex. */
    termsHash: string().savedAs("th"),
    /** Of the certificate's payload; orders of version 1 have none. */
    certificateVersion: number().enum(2).optional().savedAs("cv"),
    /** As bought. */
    title: string().savedAs("t"),
    mediaId: compactId().savedAs("m"),
    previewKey: compactFolder().savedAs("k"),
    placeholder: string().savedAs("ph"),
    width: number().savedAs("w"),
    height: number().savedAs("h"),
    sha256: string().savedAs("sha"),
    /** Hash of the free order's `Idempotency-Key` and form, where a key came: a repeat returns this order. */
    requestKey: string().optional().savedAs("rk"),
    /** Epoch seconds of the last change of `amounts.returned`; absent where nothing is back. */
    returnedAt: number().optional().savedAs("ra"),
    /** Cents of refunds that have succeeded, where any have. */
    refunded: number().optional().savedAs("rf"),
    /**
     * True if the seller's part isn't in place or isn't settled yet; its payment is then on the list of unsettled ones.
     */
    unsettled: boolean().optional().savedAs("ns"),
    /** The seller's part and our fee at Stripe, in the smallest unit of each currency; absent until settled. */
    settlement: map({
      seller: converted().savedAs("s"),
      fee: converted().optional().savedAs("f"),
    })
      .optional()
      .savedAs("sl"),
    /** The last change of ours to the provider's records of tax: cents that they lack since a dispute is lost. */
    taxReversal: map({ nth: number().savedAs("n"), id: string().savedAs("i"), amount: number().savedAs("a") })
      .optional()
      .savedAs("tr"),
    /** How many movements followed the payment; each is written once for this number. */
    bookings: number().optional().savedAs("bk"),
    /** How often the provider stored a failure to move the seller's part; each attempt has idempotency keys of its own. */
    settlements: number().optional().savedAs("sm"),
    /** The dispute that it is or was in. */
    disputeId: string().optional().savedAs("dp"),
    /** Its present state by the provider's name, and until when evidence is awaited (epoch seconds). */
    dispute: map({
      id: string().savedAs("i"),
      status: string().savedAs("s"),
      due: number().optional().savedAs("d"),
    })
      .optional()
      .savedAs("du"),
    /** Ids of the provider's events that changed it; these are processed. */
    events: set(string()).optional().savedAs("ev"),
    /** Keys of the indexes: the buyer's purchases, the seller's sales, and the licence's fingerprint. */
    ofBuyer: string().savedAs("o"),
    ofSeller: string().savedAs("s"),
    fingerprint: string().transform(prefix("L")).savedAs("p"),
    fingerprintPlace: string().const("L").default("L").savedAs("ps").hidden(),
  }),
});

/** The partition of one side's orders: of a buyer's in the index `byOwner`, of a seller's in `shownByOwner`. */
export const purchasesOf = (buyerId: string) => `OB#${buyerId}`;
export const salesOf = (sellerId: string) => `OS#${sellerId}`;
