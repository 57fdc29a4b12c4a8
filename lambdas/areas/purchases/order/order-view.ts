import type { Person } from "#shared/model/account.ts";
import { ArtworkId, LicenseId, OrderId, VersionId } from "#shared/model/ids.ts";
import type { License, Order } from "#shared/model/order.ts";
import { taxWithin } from "#shared/rules/fees.ts";
import { isoOf } from "../../../platform/runtime/time.ts";
import { previewsOf } from "../../media/preview-paths.ts";
import { type OrderItem, placedOf } from "./find-orders.ts";
import { ORDER_STATES } from "./states.ts";

/** Totals of the buyer, the seller and the platform, in cents. */
export const totalsOf = ({ price, buyerFee, sellerFee, discount, tax = 0 }: OrderItem["amounts"]) => {
  const orderSpent = price + buyerFee - discount + tax;
  const orderEarned = price - sellerFee;
  return { orderSpent, orderEarned, orderFee: orderSpent - orderEarned };
};

/** The tax within what the buyer paid and `returned` didn't give back, in cents. */
export const taxKept = (amounts: OrderItem["amounts"], returned: number) => {
  const { orderSpent } = totalsOf(amounts);
  return taxWithin({ tax: amounts.tax, orderSpent }, orderSpent - returned);
};

/** Amounts of each side that were returned to the buyer, in cents. */
export const returnedOf = ({ amounts }: Pick<OrderItem, "amounts">) =>
  amounts.returned ?? { spent: 0, earned: 0, fee: 0 };

/** True if refunds returned the buyer's whole payment; money that a bank took in a dispute isn't a refund. */
export const isPaidBack = ({ status, refunded = 0, amounts }: Pick<OrderItem, "status" | "refunded" | "amounts">) =>
  status === "refunded" && refunded >= totalsOf(amounts).orderSpent;

const returnedAtOf = ({ returnedAt }: OrderItem): Pick<Order, "orderReturnedAt"> =>
  returnedAt === undefined ? {} : { orderReturnedAt: isoOf(returnedAt) };

/** True while the licence is in force. */
export const isValid = ({ status }: Pick<OrderItem, "status">) => ORDER_STATES[status].license === "valid";

/** The licence as one of its two parties sees it. */
export const licenseOf = (order: OrderItem, viewerId: string): License => ({
  licenseId: LicenseId.parse(order.licenseId),
  orderId: OrderId.parse(order.orderId),
  licenseUsage: order.licenseUsage,
  licenseType: order.licenseType,
  licenseCompany: order.licenseCompany,
  licenseAssignee: order.licenseAssignee,
  licenseAssignor: order.licenseAssignor,
  licensePrice: order.amounts.price,
  licenseFingerprint: order.fingerprint,
  ...(viewerId === order.buyerId ? { assigneeIdentifier: order.assigneeIdentifier } : {}),
  ...(viewerId === order.sellerId ? { assignorIdentifier: order.assignorIdentifier } : {}),
  status: ORDER_STATES[order.status].license,
  created: placedOf(order),
});

const disputeOf = ({ status, due }: NonNullable<OrderItem["dispute"]>) => ({
  status,
  evidenceDue: due === undefined ? null : isoOf(due),
});

/** The seller's payout in their own currency: null until it is settled, absent for free and for older orders. */
function payoutOf({ unsettled, settlement }: OrderItem): Pick<Order, "orderPayout"> {
  if (!settlement) return unsettled ? { orderPayout: null } : {};
  const { amount, currency, rate } = settlement.seller;
  return { orderPayout: { amount, currency, exchangeRate: rate ?? null } };
}

/** The order as its buyer or its seller sees it: each side's own money only. `mature` has the artworks that are so now. */
export function orderOf(
  order: OrderItem,
  viewerId: string,
  personOf: (userId: string) => Person,
  mature: ReadonlySet<string>,
): Order {
  const { listPrice, buyerFee, sellerFee, discount, tax } = order.amounts;
  const { orderSpent, orderEarned } = totalsOf(order.amounts);
  const isBuyer = viewerId === order.buyerId;
  const returned = returnedOf(order)[isBuyer ? "spent" : "earned"];
  return {
    orderId: OrderId.parse(order.orderId),
    status: order.status,
    created: placedOf(order),
    artwork: {
      id: ArtworkId.parse(order.artworkId),
      versionId: VersionId.parse(order.versionId),
      title: order.title,
      owner: personOf(order.sellerId),
      previews: previewsOf(order.previewKey, order.width, order.height),
      placeholder: order.placeholder,
      width: order.width,
      height: order.height,
      mature: mature.has(order.artworkId),
    },
    license: licenseOf(order, viewerId),
    downloadable: isBuyer && isValid(order),
    ...(listPrice === undefined ? {} : { listPrice }),
    ...(isBuyer ? { orderSpent, buyerFee, discount, ...(tax === undefined ? {} : { tax }) } : {}),
    ...(returned > 0 ? { orderReturned: returned, ...returnedAtOf(order) } : {}),
    ...(viewerId === order.sellerId && order.dispute ? { dispute: disputeOf(order.dispute) } : {}),
    ...(viewerId === order.sellerId
      ? { buyer: personOf(order.buyerId), orderEarned, sellerFee, ...payoutOf(order) }
      : {}),
  };
}
