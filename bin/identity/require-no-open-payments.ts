import { hasOpenPayments } from "#lambdas/areas/auth/close-account.ts";
import { findUserOpenIntents } from "#lambdas/areas/purchases/order/find-intent.ts";
import { findOrders, queryAllOrders } from "#lambdas/areas/purchases/order/find-orders.ts";
import type { User } from "#lambdas/areas/users/find-user.ts";
import { toIso } from "#lambdas/platform/runtime/time.ts";
import { INDEX_LAG } from "#lambdas/platform/table/indexes.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { ORDER_SIDES } from "#shared/model/order.ts";
import { CommandError } from "../command/command-error.ts";

/** Describes each open payment or dispute of the account, as buyer or seller. */
async function describeOpenPayments(table: OpenTable, userId: string) {
  const found: string[] = [];
  for (const side of ORDER_SIDES) {
    for (const { orderId, until } of await findUserOpenIntents(table, userId, side)) {
      found.push(`order ${orderId} has an open payment, which expires at ${toIso(until)}`);
    }
    const disputed = (await queryAllOrders(table, { userId, side })).filter(({ status }) => status === "disputed");
    const orderIds = disputed.map(({ orderId }) => orderId);
    for (const { orderId, dispute } of await findOrders(table, orderIds)) {
      const end = dispute?.due ? `evidence due by ${toIso(dispute.due)}` : "awaiting the bank's decision";
      found.push(`order ${orderId} has the open dispute ${dispute?.id}, ${end}`);
    }
  }
  return found;
}

/** Throws, naming the orders, if open payments or disputes prevent closing the account. */
export async function requireNoOpenPayments(table: OpenTable, user: User) {
  if (!(await hasOpenPayments(table, user, new Date()))) return;
  const found = await describeOpenPayments(table, user.userId);
  const reasons = found.length > 0 ? found : [`a payment was started within the last ${INDEX_LAG} seconds`];
  throw new CommandError(`${user.userId} can't be closed yet: ${reasons.join("; ")}.`);
}
