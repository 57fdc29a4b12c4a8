import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { ScanCommand } from "dynamodb-toolbox/table/actions/scan";
import { MovementEntity } from "#lambdas/purchases/movement.entity.ts";
import { OrderEntity } from "#lambdas/purchases/order.entity.ts";
import { totalsOf } from "#lambdas/purchases/order-view.ts";
import { MarketplaceTable, type OpenTable } from "#lambdas/table/marketplace-table.ts";
import { type Account, type Money, NOTHING, sum } from "./money.ts";

const orderOf = OrderEntity.build(EntityFormatter);
const movementOf = MovementEntity.build(EntityFormatter);

type Item = Record<string, unknown>;

/** What our table says of each order's money, by its id: reads every item once, so it is for operators alone. */
export async function readBooks(table: OpenTable): Promise<Map<string, Account>> {
  const orders: Item[] = [];
  const movements: Item[] = [];
  for (let start: Item | undefined, isFirst = true; isFirst || start; isFirst = false) {
    const scan = MarketplaceTable.build(ScanCommand).options({
      consistent: true,
      ...(start ? { exclusiveStartKey: start } : {}),
    });
    const { Items = [], LastEvaluatedKey } = await table.send(scan);
    orders.push(...Items.filter(({ pk, sk }) => String(pk).startsWith("O#") && sk === "O"));
    movements.push(...Items.filter(({ pk, sk }) => String(pk).startsWith("O#") && String(sk).startsWith("M#")));
    start = LastEvaluatedKey;
  }
  const books = new Map<string, Account>();
  for (const item of orders) {
    const order = orderOf.format(item);
    const { orderSpent: spent, orderEarned: earned, orderFee: fee } = totalsOf(order.amounts);
    const agreed: Money = order.status === "refunded" ? NOTHING : { spent, earned, fee };
    books.set(order.orderId, { agreed, booked: NOTHING, status: order.status, intentId: order.intentId });
  }
  for (const item of movements) {
    const { orderId, spent, earned, fee } = movementOf.format(item);
    const account = books.get(orderId) ?? { agreed: NOTHING, booked: NOTHING, status: "missing" };
    books.set(orderId, { ...account, booked: sum(account.booked, { spent, earned, fee }) });
  }
  return books;
}
