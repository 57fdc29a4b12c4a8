import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { requireAll } from "../../platform/table/query-all.ts";
import { DocumentEntity } from "../purchases/documents/document.entity.ts";
import { toDocument } from "../purchases/documents/document-view.ts";
import { findDocuments } from "../purchases/documents/find-documents.ts";
import { getLicensePrice } from "../purchases/order/certificate-payload.ts";
import { DiscountEntity, DiscountUseEntity } from "../purchases/order/discount.entity.ts";
import { findIntent, findUserOpenIntents } from "../purchases/order/find-intent.ts";
import {
  findFurther,
  findOrders,
  getPlacedAt,
  type OrderItem,
  queryAllOrders,
} from "../purchases/order/find-orders.ts";
import { IntentEntity } from "../purchases/order/intent.entity.ts";
import { MovementEntity } from "../purchases/order/movement.entity.ts";
import { OrderEntity } from "../purchases/order/order.entity.ts";
import { computeTotals, getReturned } from "../purchases/order/order-view.ts";
import { queryAllDiscounts } from "../purchases/order/seller-discounts.ts";
import { declareExport, type Exported } from "./declare-export.ts";
import { readEach } from "./read-each.ts";

const ORDER_WITHOUT = {
  itemOrderIds: "of the system",
  // Each side's own amounts are exported below, with the order that pays for a further licence.
  amounts: "another person's",
  mediaId: "of the system",
  previewKey: "a secret",
  requestKey: "a secret",
  paidAt: "of the system",
  returnedAt: "of the system",
  refunded: "of the system",
  unsettled: "of the system",
  bookings: "of the system",
  settlements: "of the system",
  taxReversal: "of the system",
  disputeId: "of the system",
  events: "of the system",
  ofBuyer: "of the system",
  ofSeller: "of the system",
  // Its reason is exported below.
  operatorRefund: "another person's",
} as const;

const purchaseKind = declareExport(OrderEntity, {
  without: {
    ...ORDER_WITHOUT,
    buyerId: "of the system",
    sellerId: "another person's",
    licenseAssignor: "another person's",
    assignorIdentifier: "another person's",
    settlement: "another person's",
    dispute: "another person's",
  },
  derive: (order) => ({
    placed: getPlacedAt(order),
    licensePrice: getLicensePrice(order),
    ...(order.leadOrderId
      ? {}
      : {
          price: order.amounts.price,
          listPrice: order.amounts.listPrice,
          buyerFee: order.amounts.buyerFee,
          discount: order.amounts.discount,
          tax: order.amounts.tax,
          spent: computeTotals(order.amounts).orderSpent,
          returned: getReturned(order).spent,
        }),
    refundReason: order.operatorRefund?.reason,
  }),
});

const saleKind = declareExport(OrderEntity, {
  without: {
    ...ORDER_WITHOUT,
    sellerId: "of the system",
    buyerId: "another person's",
    intentId: "another person's",
    discountId: "another person's",
    licenseAssignee: "another person's",
    licenseCompany: "another person's",
    assigneeIdentifier: "another person's",
    // The seller's part is exported below; the rest is our fee.
    settlement: "of the system",
  },
  derive: (order) => ({
    placed: getPlacedAt(order),
    licensePrice: getLicensePrice(order),
    ...(order.leadOrderId
      ? {}
      : {
          price: order.amounts.price,
          listPrice: order.amounts.listPrice,
          sellerFee: order.amounts.sellerFee,
          earned: computeTotals(order.amounts).orderEarned,
          returned: getReturned(order).earned,
        }),
    payout: order.settlement?.seller,
    refundReason: order.operatorRefund?.reason,
  }),
});

const spentKind = declareExport(MovementEntity, {
  without: {
    orderId: "of the system",
    earned: "another person's",
    fee: "of the system",
    unsettledList: "of the system",
    nextAttempt: "of the system",
    attempts: "of the system",
  },
});

const earnedKind = declareExport(MovementEntity, {
  without: {
    orderId: "of the system",
    spent: "another person's",
    intentId: "another person's",
    fee: "of the system",
    tax: "of the system",
    unsettledList: "of the system",
    nextAttempt: "of the system",
    attempts: "of the system",
  },
});

const DOCUMENT_WITHOUT = { orderId: "of the system", ofBuyer: "of the system", ofSeller: "of the system" } as const;

const boughtDocumentKind = declareExport(DocumentEntity, {
  without: {
    ...DOCUMENT_WITHOUT,
    sellerId: "another person's",
    sellerAddress: "another person's",
    sellerVat: "another person's",
  },
  derive: toDocument,
});

const soldDocumentKind = declareExport(DocumentEntity, {
  without: {
    ...DOCUMENT_WITHOUT,
    sellerId: "of the system",
    billed: "another person's",
    vat: "another person's",
    reference: "another person's",
    taxed: "another person's",
  },
  derive: toDocument,
});

const paymentKind = declareExport(IntentEntity, {
  without: {
    buyerId: "of the system",
    attempt: "of the system",
    requestKey: "a secret",
    sellerId: "another person's",
    payee: "another person's",
    licenseAssignor: "another person's",
    sellerAddress: "another person's",
    sellerVat: "another person's",
    fees: "another person's",
    counted: "of the system",
    openList: "of the system",
    openUntil: "of the system",
    ofBuyer: "of the system",
    ofSeller: "of the system",
  },
  derive: ({ fees }) => ({ buyerFee: fees?.buyerFee, tax: fees?.tax, spent: fees?.orderSpent }),
});

const discountKind = declareExport(DiscountUseEntity, {
  without: { userId: "of the system" },
});

const ownDiscountKind = declareExport(DiscountEntity, {
  without: { sellerId: "of the system", ofSeller: "of the system" },
  derive: ({ discountId }) => ({ created: getCreatedAt(discountId) }),
});

export const TRADE_OMISSIONS = {
  purchases: purchaseKind.without,
  purchaseMovements: spentKind.without,
  purchaseDocuments: boughtDocumentKind.without,
  sales: saleKind.without,
  saleMovements: earnedKind.without,
  saleDocuments: soldDocumentKind.without,
  payments: paymentKind.without,
  discounts: discountKind.without,
  ownDiscounts: ownDiscountKind.without,
};

/** A person's purchases or sales, each with that side's amounts, and its receipts, invoices and credit notes. */
async function readOrders(table: OpenTable, userId: string, side: "purchases" | "sales") {
  const entries = await queryAllOrders(table, { userId, side });
  const orders = await findOrders(
    table,
    entries.map(({ orderId }) => orderId),
  );
  const [orderKind, movementKind, documentKind] =
    side === "purchases" ? [purchaseKind, spentKind, boughtDocumentKind] : [saleKind, earnedKind, soldDocumentKind];
  const addMovements = async (order: OrderItem): Promise<Exported> => {
    const [movements, documents] = await Promise.all([
      requireAll(table, MovementEntity, { orderId: order.orderId }),
      findDocuments(table, order.orderId),
    ]);
    return {
      ...orderKind.exportItem(order),
      movements: movements.map(movementKind.exportItem),
      documents: documents.map(documentKind.exportItem),
    };
  };
  const further = [...(await findFurther(table, orders)).values()].flat();
  const all = [...orders, ...further];
  const byId = new Map(all.map((order) => [order.orderId, order]));
  const records = await readEach([...byId.keys()], async (orderId) => {
    const order = byId.get(orderId);
    return order && addMovements(order);
  });
  return { orders: all, records };
}

async function readUse(table: OpenTable, userId: string, discountId: string) {
  const { Item } = await table.send(DiscountUseEntity.build(GetItemCommand).key({ discountId, userId }));
  return Item;
}

/**
 * A person's purchases and sales, the payments of placed and open purchases, the discounts that they used and their own
 * codes; `orders` are those of both sides, `bought` and `sold` their artworks. Payments that ended without an order aren't
 * listed and are missing.
 */
export async function readTrade(table: OpenTable, userId: string) {
  const [purchases, sales, open, ownDiscounts] = await Promise.all([
    readOrders(table, userId, "purchases"),
    readOrders(table, userId, "sales"),
    findUserOpenIntents(table, userId),
    queryAllDiscounts(table, userId),
  ]);
  const listArtworkIds = (orders: readonly OrderItem[]) => orders.map(({ artworkId }) => artworkId);
  const bought = listArtworkIds(purchases.orders);
  const payments = await readEach([...bought, ...open.map(({ artworkId }) => artworkId)], (artworkId) =>
    findIntent(table, { artworkId, buyerId: userId }),
  );
  const discountIds = [...purchases.orders, ...payments].flatMap(({ discountId }) => discountId ?? []);
  const uses = await readEach(discountIds, (discountId) => readUse(table, userId, discountId));
  return {
    orders: [...purchases.orders, ...sales.orders],
    bought,
    sold: listArtworkIds(sales.orders),
    sections: {
      purchases: purchases.records,
      sales: sales.records,
      payments: payments.map(paymentKind.exportItem),
      discounts: uses.map(discountKind.exportItem),
      ownDiscounts: ownDiscounts.map(ownDiscountKind.exportItem),
    },
  };
}
