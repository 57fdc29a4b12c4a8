import { LIMITS } from "#shared/limits.ts";
import type { Person } from "#shared/model/account.ts";
import { ArtworkId, LicenseId, OrderId, VersionId } from "#shared/model/ids.ts";
import type { License, Order } from "#shared/model/order.ts";
import { computeIncludedTax } from "#shared/rules/fees.ts";
import { formatWorks } from "#shared/rules/offers.ts";
import { toIso } from "../../../platform/runtime/time.ts";
import { listPreviews } from "../../media/preview-paths.ts";
import { getLicensePrice } from "./certificate-payload.ts";
import { getPlacedAt, type OrderItem } from "./find-orders.ts";
import { ORDER_STATES } from "./states.ts";

/** Totals of the buyer, the seller and the platform, in cents. */
export const computeTotals = ({ price, buyerFee, sellerFee, discount, tax = 0 }: OrderItem["amounts"]) => {
  const orderSpent = price + buyerFee - discount + tax;
  const orderEarned = price - sellerFee;
  return { orderSpent, orderEarned, orderFee: orderSpent - orderEarned };
};

/** The tax included in the part of the payment that wasn't returned, in cents. */
export const computeKeptTax = (amounts: OrderItem["amounts"], returned: number) => {
  const { orderSpent } = computeTotals(amounts);
  return computeIncludedTax({ tax: amounts.tax, orderSpent }, orderSpent - returned);
};

/** Each side's cents returned by refunds, also pending ones, or withdrawn by a bank in a dispute. */
export const getReturned = ({ amounts }: Pick<OrderItem, "amounts">) =>
  amounts.returned ?? { spent: 0, earned: 0, fee: 0 };

/** True if refunds returned the buyer's whole payment; money withdrawn in a dispute isn't a refund. */
export const isFullyRefunded = ({
  status,
  refunded = 0,
  amounts,
}: Pick<OrderItem, "status" | "refunded" | "amounts">) =>
  status === "refunded" && refunded >= computeTotals(amounts).orderSpent;

/** True while a refund of everything that was paid is pending. */
export const isRefundPending = ({ status, amounts }: Pick<OrderItem, "status" | "amounts">) =>
  status === "completed" &&
  amounts.returned !== undefined &&
  amounts.returned.spent >= computeTotals(amounts).orderSpent;

/**
 * True if a refund or a lost dispute revoked the licence, and its money came back to us once the licence couldn't be restored:
 * the buyer had bought it again, or an exclusive one was sold to somebody else. Further licences have no payment of their own.
 */
export const isPaidWithoutLicense = ({
  status,
  amounts,
  intentId,
}: Pick<OrderItem, "status" | "amounts" | "intentId">) =>
  intentId !== undefined && status === "refunded" && getReturned({ amounts }).spent < computeTotals(amounts).orderSpent;

/**
 * True if the change revoked the licence for a refund, or gave the money of one back whose first refund had failed; not while
 * that is pending.
 */
export const becameRefunded = (before: OrderItem, after: OrderItem) =>
  (before.status !== "refunded" && after.status === "refunded") || (!isFullyRefunded(before) && isFullyRefunded(after));

/** Like its status says, except that a payment without a licence can be refunded again. */
export const getRefundOption = (order: Pick<OrderItem, "status" | "amounts" | "intentId">) =>
  isPaidWithoutLicense(order) ? "possible" : ORDER_STATES[order.status].refund;

/** True if something was paid that can be refunded now. */
export const isRefundable = (order: Pick<OrderItem, "status" | "amounts" | "intentId">) =>
  order.intentId !== undefined && getRefundOption(order) === "possible" && !isRefundPending(order);

const toReturnedAt = ({ returnedAt }: OrderItem): Pick<Order, "orderReturnedAt"> =>
  returnedAt === undefined ? {} : { orderReturnedAt: toIso(returnedAt) };

/** The reason of a refund by operators, for both sides. */
const toRefundReason = ({ status, operatorRefund }: OrderItem): Pick<Order, "orderRefundReason"> =>
  status === "refunded" && operatorRefund ? { orderRefundReason: operatorRefund.reason } : {};

/** The picture as it was bought. */
export const toOrderPicture = ({ alt, previewKey, placeholder, width, height }: OrderItem, mature: boolean) => ({
  artworkAlt: alt,
  previews: listPreviews(previewKey, width, height),
  placeholder,
  width,
  height,
  mature,
});

/** Titles are shortened to `max` characters. */
export const formatOrderedWorks = (
  { title, itemOrderIds = [] }: Pick<OrderItem, "title" | "itemOrderIds">,
  max: number = LIMITS.artworkTitle.max,
) => formatWorks(title, itemOrderIds.length, max);

/** The title of its artwork, or its artworks in words. */
export const getOrderTitle = (order: OrderItem) =>
  order.itemOrderIds?.length ? formatOrderedWorks(order) : order.title;

/** True while the licence is in force. */
export const isValid = ({ status }: Pick<OrderItem, "status">) => ORDER_STATES[status].license === "valid";

/** The licence as one of its two parties sees it. */
export const toLicense = (order: OrderItem, viewerId: string): License => ({
  licenseId: LicenseId.parse(order.licenseId),
  orderId: OrderId.parse(order.orderId),
  licenseUsage: order.licenseUsage,
  licenseType: order.licenseType,
  licenseCompany: order.licenseCompany,
  licenseAssignee: order.licenseAssignee,
  licenseAssignor: order.licenseAssignor,
  licensePrice: getLicensePrice(order),
  licenseFingerprint: order.fingerprint,
  ...(viewerId === order.buyerId ? { assigneeIdentifier: order.assigneeIdentifier } : {}),
  ...(viewerId === order.sellerId ? { assignorIdentifier: order.assignorIdentifier } : {}),
  status: ORDER_STATES[order.status].license,
  created: getPlacedAt(order),
  ...(order.licenseTerms ? { licenseTerms: order.licenseTerms } : {}),
  ...(order.licenseExclusive ? { licenseExclusive: true } : {}),
});

const toDispute = ({ status, due }: NonNullable<OrderItem["dispute"]>) => ({
  status,
  evidenceDue: due === undefined ? null : toIso(due),
});

/** The seller's payout in their own currency: null until it is settled, absent for free and older orders. */
function toPayout({ unsettled, settlement }: OrderItem): Pick<Order, "orderPayout"> {
  if (!settlement) return unsettled ? { orderPayout: null } : {};
  const { amount, currency, rate } = settlement.seller;
  return { orderPayout: { amount, currency, exchangeRate: rate ?? null } };
}

/**
 * The order as its buyer or seller sees it, with that side's amounts only. `mature` has the ids of artworks currently marked
 * as mature, `further` the orders of its further licences.
 */
export function toOrder(
  order: OrderItem,
  viewerId: string,
  getPerson: (userId: string) => Person,
  mature: ReadonlySet<string>,
  further: readonly OrderItem[] = [],
): Order {
  const { listPrice, buyerFee, sellerFee, discount, tax } = order.amounts;
  const { orderSpent, orderEarned } = computeTotals(order.amounts);
  const isBuyer = viewerId === order.buyerId;
  const returned = getReturned(order)[isBuyer ? "spent" : "earned"];
  const toItem = (item: OrderItem) => ({
    artwork: {
      id: ArtworkId.parse(item.artworkId),
      versionId: VersionId.parse(item.versionId),
      title: item.title,
      owner: getPerson(item.sellerId),
      ...toOrderPicture(item, mature.has(item.artworkId)),
    },
    license: toLicense(item, viewerId),
  });
  return {
    orderId: OrderId.parse(order.orderId),
    status: order.status,
    created: getPlacedAt(order),
    ...toItem(order),
    ...(further.length > 0 ? { items: [order, ...further].map(toItem) } : {}),
    downloadable: isBuyer && isValid(order),
    ...(listPrice === undefined ? {} : { listPrice }),
    ...(isBuyer ? { orderSpent, buyerFee, discount, ...(tax === undefined ? {} : { tax }) } : {}),
    ...(returned > 0 || isPaidWithoutLicense(order) ? { orderReturned: returned, ...toReturnedAt(order) } : {}),
    ...toRefundReason(order),
    ...(viewerId === order.sellerId && order.dispute ? { dispute: toDispute(order.dispute) } : {}),
    ...(viewerId === order.sellerId
      ? { buyer: getPerson(order.buyerId), orderEarned, sellerFee, ...toPayout(order) }
      : {}),
  };
}
