import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { createdOf } from "../../runtime/id-time.ts";
import type { OpenTable } from "../../table/marketplace-table.ts";
import { OrderEntity } from "./order.entity.ts";
import { OrderHoldingEntity } from "./order-holding.entity.ts";

/** The order with this id; `undefined` where there is none. */
export async function findOrder(table: OpenTable, orderId: string) {
  const { Item } = await table.send(OrderEntity.build(GetItemCommand).key({ orderId }).options({ consistent: true }));
  return Item;
}

export type OrderItem = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** When an order was placed, as ISO 8601: a paid one's id is older, because it is chosen as the payment begins. */
export function placedOf(order: Pick<OrderItem, "orderId" | "paidAt" | "formerPaidAt">) {
  const paidAt = order.paidAt ?? order.formerPaidAt;
  return paidAt === undefined ? createdOf(order.orderId) : new Date(paidAt * 1000).toISOString();
}

/** What a buyer has of an artwork. */
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
export const ordersIn = (holdings: readonly (Pick<HoldingItem, "licenses"> | undefined)[]): string[] =>
  holdings
    .flatMap((holding) => Object.values(holding?.licenses ?? {}))
    .sort()
    .reverse();
