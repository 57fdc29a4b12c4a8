import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { ScanCommand } from "dynamodb-toolbox/table/actions/scan";
import { MovementEntity } from "#lambdas/areas/purchases/order/movement.entity.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { computeKeptTax, computeTotals, getReturned } from "#lambdas/areas/purchases/order/order-view.ts";
import { parseKey } from "#lambdas/platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { type Money, NO_MONEY, type OrderMoney, sumMoney } from "./money.ts";

const orderFormatter = OrderEntity.build(EntityFormatter);
const movementFormatter = MovementEntity.build(EntityFormatter);

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
    const { orderSpent: spent, orderEarned: earned, orderFee: fee } = computeTotals(order.amounts);
    const returned = getReturned(order);
    const expected: Money = {
      spent: spent - returned.spent,
      earned: earned - returned.earned,
      fee: fee - returned.fee,
    };
    const { status, intentId, settlement, unsettled: isUnsettled = false } = order;
    const tax =
      order.amounts.tax === undefined
        ? undefined
        : { expected: computeKeptTax(order.amounts, returned.spent), booked: 0 };
    const taxReversal = order.taxReversal?.amount;
    accounts.set(order.orderId, {
      expected,
      booked: NO_MONEY,
      tax,
      taxReversal,
      status,
      intentId,
      settlement,
      isUnsettled,
    });
  }
  for (const item of movements) {
    const { orderId, spent, earned, fee, tax: movedTax = 0 } = movementFormatter.format(item);
    const account = accounts.get(orderId) ?? {
      expected: NO_MONEY,
      booked: NO_MONEY,
      status: "missing",
      isUnsettled: false,
    };
    const tax = account.tax && { ...account.tax, booked: account.tax.booked + movedTax };
    accounts.set(orderId, { ...account, tax, booked: sumMoney(account.booked, { spent, earned, fee }) });
  }
  return accounts;
}
