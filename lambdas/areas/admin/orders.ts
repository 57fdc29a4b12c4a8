import {
  decideOrder,
  previewOrderMails,
  readOrderLedger,
  readOrderRecord,
  readOrderRecordDocument,
  searchOrders,
} from "#shared/contract/admin.ts";
import { ArtworkId, LicenseId, OrderId, VersionId } from "#shared/model/ids.ts";
import type { OrderRecord, RecordedLicense } from "#shared/model/order-record.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { findCasesAbout } from "../cases/find-cases.ts";
import { showCases } from "../cases/show-cases.ts";
import { showOrder } from "../cases/show-order.ts";
import { showOrderPictures } from "../cases/show-order-pictures.ts";
import { toDocument } from "../purchases/documents/document-view.ts";
import { findDocuments } from "../purchases/documents/find-documents.ts";
import { findLedgerProblem } from "../purchases/ledger/find-ledger-problem.ts";
import { type Money, NO_MONEY, type ProviderMoney } from "../purchases/ledger/money.ts";
import { addMovement, toOrderMoney } from "../purchases/ledger/to-order-money.ts";
import { toProviderMoney } from "../purchases/ledger/to-provider-money.ts";
import { getLicensePrice } from "../purchases/order/certificate-payload.ts";
import {
  findFurtherOrders,
  findOrder,
  findPayingOrder,
  getPlacedAt,
  type OrderItem,
} from "../purchases/order/find-orders.ts";
import { MovementEntity } from "../purchases/order/movement.entity.ts";
import { computeOrderVersion } from "../purchases/order/order-version.ts";
import { computeTotals, getOrderTitle, isValid } from "../purchases/order/order-view.ts";
import { searchOrders as searchByText } from "../purchases/order/search-orders.ts";
import { sumWithdrawn } from "../purchases/stripe/dispute-states.ts";
import { readCharge } from "../purchases/stripe/read-charge.ts";
import { findPayment, parsePaymentMetadata } from "../purchases/stripe/request-payment.ts";
import { findPeople } from "../users/find-people.ts";
import { actOnOrder } from "./order-actions.ts";
import { composeOrderMails } from "./order-mails.ts";
import { toPreview } from "./preview-mails.ts";
import type { AdminServices } from "./services.ts";

/** The id in an order's link or path, or the text itself. */
const findOrderText = (text: string) =>
  /^(?:\/admin)?\/orders\/([^/]+)/.exec(URL.parse(text, "https://site.invalid")?.pathname ?? "")?.[1] ?? text;

/** The order of a payment at Stripe. */
async function findPaidOrders({ table, payments }: AdminServices, paymentId: string): Promise<OrderItem[]> {
  const payment = (await payments.hasKeys()) ? await findPayment(payments, paymentId) : undefined;
  const metadata = payment && parsePaymentMetadata(payment);
  const order = metadata && (await findOrder(table, metadata.orderId));
  return order ? [order] : [];
}

export const searchOrdersHandler = handle(searchOrders, async ({ body: { q }, audited }, services: AdminServices) => {
  const { table } = services;
  const orders = await (/^pi_\w+$/.test(q) ? findPaidOrders(services, q) : searchByText(table, findOrderText(q)));
  if (orders.length === 1) audited.target = orders[0]?.orderId;
  const [getPerson, getPicture] = await Promise.all([
    findPeople(
      table,
      orders.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
    ),
    showOrderPictures(services, orders),
  ]);
  return {
    items: orders.map((order) => ({
      orderId: OrderId.parse(order.orderId),
      status: order.status,
      placed: getPlacedAt(order),
      title: getOrderTitle(order),
      picture: getPicture(order),
      buyer: getPerson(order.buyerId),
      seller: getPerson(order.sellerId),
      spent: computeTotals(order.amounts).orderSpent,
    })),
  };
});

/** The licences of an order, its own first. */
async function showLicenses(services: AdminServices, order: OrderItem): Promise<RecordedLicense[]> {
  const orders = [order, ...(await findFurtherOrders(services.table, order))];
  const getPicture = await showOrderPictures(services, orders);
  return orders.map((each) => ({
    licenseId: LicenseId.parse(each.licenseId),
    artworkId: ArtworkId.parse(each.artworkId),
    versionId: VersionId.parse(each.versionId),
    versionCreated: getCreatedAt(each.versionId),
    title: each.title,
    picture: getPicture(each),
    price: getLicensePrice(each),
    usage: each.licenseUsage,
    type: each.licenseType,
    company: each.licenseCompany,
    assignee: each.licenseAssignee,
    assignor: each.licenseAssignor,
    fingerprint: each.fingerprint,
    valid: isValid(each),
  }));
}

const toKind = (kind: string) =>
  kind.startsWith("refund") ? "refund" : kind.startsWith("dispute") ? "dispute" : "payment";

/** Everything that operators see of an order; Stripe isn't asked, so that the page opens while it is away. */
async function showRecord(services: AdminServices, order: OrderItem): Promise<OrderRecord> {
  const { table } = services;
  const { orderId, amounts, settlement } = order;
  const [shown, licenses, movements, documents, cases] = await Promise.all([
    showOrder(services, order),
    showLicenses(services, order),
    queryAll(table, MovementEntity, { orderId }),
    findDocuments(table, orderId),
    findCasesAbout(table, orderId),
  ]);
  return {
    ...shown,
    licenses,
    bill: {
      price: amounts.price,
      listPrice: amounts.listPrice ?? null,
      buyerFee: amounts.buyerFee,
      sellerFee: amounts.sellerFee,
      discount: amounts.discount,
      tax: amounts.tax ?? null,
    },
    payout: settlement ? { amount: settlement.seller.amount, currency: settlement.seller.currency } : null,
    movements: movements
      .map(({ kind, spent, earned, fee, at }) => ({ kind: toKind(kind), spent, earned, fee, at }) as const)
      .sort((one, other) => one.at.localeCompare(other.at)),
    documents: mapReadable(documents, toDocument),
    cases: await showCases(services, cases),
  };
}

export const readOrderRecordHandler = handle(
  readOrderRecord,
  async ({ params: { orderId } }, services: AdminServices) => {
    const order = await findPayingOrder(services.table, orderId);
    return order ? showRecord(services, order) : fail("order_not_found");
  },
);

const NOTHING: ProviderMoney = { ...NO_MONEY, isPending: false };

const pickMoney = ({ spent, earned, fee }: Money) => ({ spent, earned, fee });

export const readOrderLedgerHandler = handle(
  readOrderLedger,
  async ({ params: { orderId } }, { table, payments }: AdminServices) => {
    const order = await findPayingOrder(table, orderId);
    if (!order) return fail("order_not_found");
    const movements = await queryAll(table, MovementEntity, { orderId: order.orderId });
    const booked = movements.reduce(addMovement, toOrderMoney(order));
    const paid = order.intentId ? await readCharge(payments, order.intentId) : undefined;
    const withdrawn = (paid?.disputes ?? []).reduce((sum, dispute) => sum + sumWithdrawn(dispute), 0);
    const provider = paid ? toProviderMoney(paid, withdrawn) : NOTHING;
    return {
      booked: booked.booked,
      atProvider: order.intentId ? pickMoney(provider) : null,
      unsettled: booked.isUnsettled || provider.isPending,
      problem: findLedgerProblem(booked, provider) ?? null,
    };
  },
);

/** Rendered each time from the stored order and documents. */
export const readOrderRecordDocumentHandler = handle(
  readOrderRecordDocument,
  async ({ params: { orderId, nth } }, { table }: AdminServices) => {
    const order = await findPayingOrder(table, orderId);
    if (!order) return fail("document_not_found");
    const [documents, further, { drawDocument }] = await Promise.all([
      findDocuments(table, order.orderId),
      findFurtherOrders(table, order),
      import("../purchases/pdf/draw-document.ts"),
    ]);
    return (await drawDocument(order, documents, nth, further)) ?? fail("document_not_found");
  },
);

export const previewOrderMailsHandler = handle(
  previewOrderMails,
  async ({ params: { orderId }, body: { action, reason = "", version } }, services: AdminServices) => {
    const order = await findPayingOrder(services.table, orderId);
    if (!order) return fail("order_not_found");
    if (version !== computeOrderVersion(order)) return fail("order_changed");
    return { mails: composeOrderMails(services, order, action, reason).map(toPreview) };
  },
);

export const decideOrderHandler = handle(
  decideOrder,
  async ({ params: { orderId }, body, actor }, services: AdminServices) => {
    const order = await findPayingOrder(services.table, orderId);
    if (!order) return fail("order_not_found");
    const refused = await actOnOrder(services, order, { ...body, operatorId: actor.userId });
    if (refused) return refused;
    return showRecord(services, (await findPayingOrder(services.table, orderId)) ?? order);
  },
);
