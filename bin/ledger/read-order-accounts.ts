import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { ScanCommand } from "dynamodb-toolbox/table/actions/scan";
import { NO_MONEY, type OrderMoney } from "#lambdas/areas/purchases/ledger/money.ts";
import { addMovement, toOrderMoney } from "#lambdas/areas/purchases/ledger/to-order-money.ts";
import { MovementEntity } from "#lambdas/areas/purchases/order/movement.entity.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { parseKey } from "#lambdas/platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "#lambdas/platform/table/marketplace-table.ts";

const orderFormatter = OrderEntity.build(EntityFormatter);
const movementFormatter = MovementEntity.build(EntityFormatter);

const MISSING_ORDER: OrderMoney = { expected: NO_MONEY, booked: NO_MONEY, status: "missing", isUnsettled: false };

type Item = Record<string, unknown>;

/** Each order's money by id; scans the whole table, so it is for operators only. */
export async function readOrderAccounts(table: OpenTable): Promise<Map<string, OrderMoney>> {
  const orders: Item[] = [];
  const movements: Item[] = [];
  let start: Item | undefined;
  do {
    const scan = MarketplaceTable.build(ScanCommand).options({
      consistent: true,
      ...(start ? { exclusiveStartKey: start } : {}),
    });
    const { Items = [], LastEvaluatedKey } = await table.send(scan);
    orders.push(...Items.filter((item) => parseKey(OrderEntity, item)));
    movements.push(...Items.filter((item) => parseKey(MovementEntity, item)));
    start = LastEvaluatedKey;
  } while (start);
  const accounts = new Map<string, OrderMoney>();
  for (const item of orders) {
    const order = orderFormatter.format(item);
    // The order that pays for a further licence has its money.
    if (order.leadOrderId) continue;
    accounts.set(order.orderId, toOrderMoney(order));
  }
  for (const item of movements) {
    const movement = movementFormatter.format(item);
    const { orderId } = movement;
    accounts.set(orderId, addMovement(accounts.get(orderId) ?? MISSING_ORDER, movement));
  }
  return accounts;
}
