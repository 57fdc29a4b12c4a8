import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import type { OrderSide } from "#shared/model/order.ts";
import { getCreatedAt, toIso } from "../../../platform/runtime/time.ts";
import { batchGet, inBatches } from "../../../platform/table/batch-get.ts";
import { INDEX } from "../../../platform/table/indexes.ts";
import { getKey } from "../../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../../platform/table/marketplace-table.ts";
import { queryPage } from "../../../platform/table/query-page.ts";
import { mapReadable } from "../../../platform/table/unreadable.ts";
import { buildNumberPartition, buildPurchasesPartition, buildSalesPartition, OrderEntity } from "./order.entity.ts";
import { OrderHoldingEntity } from "./order-holding.entity.ts";

/** The order with this id; `undefined` without one. */
export async function findOrder(table: OpenTable, orderId: string) {
  const { Item } = await table.send(OrderEntity.build(GetItemCommand).key({ orderId }).options({ consistent: true }));
  return Item;
}

export type OrderItem = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** When an order was placed, as ISO 8601. The id of a paid order is older, because it is chosen when the payment starts. */
export const getPlacedAt = ({ orderId, paidAt }: Pick<OrderItem, "orderId" | "paidAt">) =>
  paidAt === undefined ? getCreatedAt(orderId) : toIso(paidAt);

export interface HoldingKey {
  readonly artworkId: string;
  readonly buyerId: string;
}

export async function findHolding(table: OpenTable, key: HoldingKey) {
  const { Item } = await table.send(OrderHoldingEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item;
}

export type HoldingItem = NonNullable<Awaited<ReturnType<typeof findHolding>>>;

/** The orders whose licences are in force, newest first. */
export const listOrderIds = (holdings: readonly (Pick<HoldingItem, "licenses"> | undefined)[]): string[] =>
  holdings
    .flatMap((holding) => Object.values(holding?.licenses ?? {}))
    .sort()
    .reverse();

/** Attributes of an order in each side's index. */
const ENTRY = ["orderId", "paidAt", "status", "amounts", "artworkId", "title", "licenseType"] as const;

const formatter = OrderEntity.build(EntityFormatter);
const formatEntry = (item: Record<string, unknown>) => formatter.format(item, { attributes: [...ENTRY] });

export type OrderEntry = ReturnType<typeof formatEntry>;

const selectIndex = (userId: string, side: OrderSide) =>
  side === "purchases"
    ? ({ index: INDEX.byOwner, partition: buildPurchasesPartition(userId), attribute: "byOwnerPk" } as const)
    : ({ index: INDEX.shownByOwner, partition: buildSalesPartition(userId), attribute: "shownByOwnerPk" } as const);

/** One side's orders before the cursor, newest first. */
export async function queryOrders(
  table: OpenTable,
  { userId, side }: { userId: string; side: OrderSide },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<OrderEntry[]> {
  const { index, partition, attribute } = selectIndex(userId, side);
  const start = cursor ? { [attribute]: partition, ...getKey(OrderEntity, { orderId: cursor }) } : undefined;
  return queryPage(table, { index, partition }, { limit, reverse: true, exclusiveStartKey: start }, formatEntry);
}

/** All of one side's orders, newest first, optionally with ids in a range; one query per megabyte, some 3,000 orders. */
export async function queryAllOrders(
  table: OpenTable,
  { userId, side }: { userId: string; side: OrderSide },
  between?: readonly [string, string],
): Promise<OrderEntry[]> {
  const { index, partition } = selectIndex(userId, side);
  const buildPartition = (orderId: string) => getKey(OrderEntity, { orderId }).pk;
  const range = between && { between: [buildPartition(between[0]), buildPartition(between[1])] as [string, string] };
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index, partition, ...(range ? { range } : {}) })
    .options({ reverse: true, maxPages: Number.POSITIVE_INFINITY });
  const { Items = [] } = await table.send(query);
  return mapReadable(Items, formatEntry);
}

/** Whole orders by id, in that order, without missing ones. */
export async function findOrders(table: OpenTable, orderIds: readonly string[]): Promise<OrderItem[]> {
  const found = await inBatches(orderIds, (ids) => {
    const requests = ids.map((orderId) => OrderEntity.build(BatchGetRequest).key({ orderId }));
    return batchGet(table, MarketplaceTable.build(BatchGetCommand).requests(...requests));
  });
  return found.filter((item) => item !== undefined);
}

/** A licence's order, with the one that pays for it if the licence is one of several. */
export type Paying = Pick<OrderItem, "orderId" | "leadOrderId">;

export const getPayingId = ({ orderId, leadOrderId }: Paying) => leadOrderId ?? orderId;

/** The order that paid for a licence: its own, or that of several licences. */
export async function findPayingOrder(table: OpenTable, orderId: string) {
  const order = await findOrder(table, orderId);
  return order?.leadOrderId ? findOrder(table, order.leadOrderId) : order;
}

/** The orders of the further licences of these, by the order that pays for them. */
export async function findFurther(table: OpenTable, orders: readonly OrderItem[]) {
  const further = await findOrders(
    table,
    orders.flatMap(({ itemOrderIds = [] }) => itemOrderIds),
  );
  return Map.groupBy(further, ({ leadOrderId }) => leadOrderId);
}

/** The orders of an order's further licences. */
export const findFurtherOrders = async (table: OpenTable, order: OrderItem) =>
  (await findFurther(table, [order])).get(order.orderId) ?? [];

/** The orders of the further licences of a list's entries. */
export async function findListedFurther(table: OpenTable, entries: readonly OrderEntry[]): Promise<OrderItem[]> {
  const several = entries.filter(({ amounts }) => (amounts.licenses ?? 1) > 1).map(({ orderId }) => orderId);
  return [...(await findFurther(table, await findOrders(table, several))).values()].flat();
}

/** The artwork of each licence that these entries of a list are for. */
export async function listLicensedArtwork(table: OpenTable, entries: readonly OrderEntry[]): Promise<string[]> {
  const further = await findListedFurther(table, entries);
  return [...entries, ...further].map(({ artworkId }) => artworkId);
}

/** The orders with a number, mostly one; older ones have none in the index. */
export async function findOrdersByNumber(table: OpenTable, number: string): Promise<OrderItem[]> {
  const query = MarketplaceTable.build(QueryCommand).query({
    index: INDEX.newest,
    partition: buildNumberPartition(number),
  });
  const { Items = [] } = await table.send(query);
  const ids = mapReadable(Items, (item) => formatter.format(item, { attributes: ["orderId"] }).orderId);
  return findOrders(table, ids);
}
