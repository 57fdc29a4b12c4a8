import { hasOpenPayments } from "#lambdas/areas/auth/close-account.ts";
import { findUserOpenIntents } from "#lambdas/areas/purchases/order/find-intent.ts";
import { findOrders, queryAllOrders } from "#lambdas/areas/purchases/order/find-orders.ts";
import type { User } from "#lambdas/areas/users/find-user.ts";
import { INDEX_LAG } from "#lambdas/platform/table/indexes.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { ORDER_SIDES } from "#shared/model/order.ts";
import { BadCommand } from "../command/bad-command.ts";

const toIso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString();

/** A phrase for each of the account's orders, as buyer or seller, with an open payment or dispute. */
async function describeOpenPayments(table: OpenTable, userId: string) {
  const found: string[] = [];
  for (const side of ORDER_SIDES) {
    for (const { orderId, until } of await findUserOpenIntents(table, userId, side)) {
      found.push(`order ${orderId} is being paid, until ${toIso(until)}`);
    }
    const disputed = (await queryAllOrders(table, { userId, side })).filter(({ status }) => status === "disputed");
    const orderIds = disputed.map(({ orderId }) => orderId);
    for (const { orderId, dispute } of await findOrders(table, orderIds)) {
      const end = dispute?.due ? `evidence until ${toIso(dispute.due)}` : "until its bank decides";
      found.push(`order ${orderId} is in dispute ${dispute?.id}, ${end}`);
    }
  }
  return found;
}

/** Throws, naming the orders, if open payments or disputes prevent closing the account. */
export async function requireNoOpenPayments(table: OpenTable, user: User) {
  if (!(await hasOpenPayments(table, user, new Date()))) return;
  const found = await describeOpenPayments(table, user.userId);
  const reasons = found.length > 0 ? found : [`a payment began in the last ${INDEX_LAG} seconds`];
  throw new BadCommand(`${user.userId} can't be closed yet: ${reasons.join("; ")}.`);
}
