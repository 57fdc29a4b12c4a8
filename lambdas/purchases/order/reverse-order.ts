import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { BaseServices } from "../../runtime/base-services.ts";
import type { OpenTable } from "../../table/marketplace-table.ts";
import { attempt, pause } from "../../table/transact.ts";
import { UserEntity } from "../../users/user.entity.ts";
import { findHolding, findOrder, type OrderItem, ordersIn } from "./find-order.ts";
import { findOrders } from "./find-orders.ts";
import { countSold, removeLicense } from "./hold-license.ts";
import { bookReversal } from "./movement.entity.ts";
import { OrderEntity } from "./order.entity.ts";
import { totalsOf } from "./order-view.ts";

export interface ReversalServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

/** Why an order's money went back, and the provider's event about it, where one came. */
export interface Reversal {
  readonly by: "refund" | "dispute";
  readonly eventId?: string | undefined;
}

const ATTEMPTS = 8;

/**
 * Records that the provider paid an order back: its licence is revoked and may be bought again. Safe to
 * repeat, in any order; throws when others keep changing what the buyer holds.
 */
export async function reverseOrder(services: ReversalServices, orderId: string, reason: Reversal): Promise<OrderItem> {
  for (let tried = 1; tried <= ATTEMPTS; tried++) {
    const order = await findOrder(services.table, orderId);
    if (!order) throw new Error(`The order ${orderId} is gone`);
    if (order.status === "refunded") return order;
    await reverseOnce(services, order, reason);
    if (tried > 1) await pause(tried);
  }
  throw new Error(`The order ${orderId} could not be reversed`);
}

async function reverseOnce({ table, now }: ReversalServices, order: OrderItem, { by, eventId }: Reversal) {
  const { orderId, artworkId, buyerId, intentId, status } = order;
  const holding = await findHolding(table, { artworkId, buyerId });
  if (!holding) throw new Error(`The order ${orderId} isn't held by its buyer`);
  const newestOther = ordersIn([holding])
    .filter((other) => other !== orderId)
    .slice(0, 1);
  const [rest] = await findOrders(table, newestOther);
  const { orderSpent: spent, orderEarned: earned, orderFee: fee } = totalsOf(order.amounts);
  await attempt(table, [
    OrderEntity.build(UpdateTransaction)
      .item({ orderId, status: "refunded", ...recordEvent(eventId) })
      .options({ condition: { attr: "status", eq: status } }),
    removeLicense(order, holding, rest),
    countSold(order, -1),
    bookReversal({ orderId, intentId, spent, earned, fee, at: now().toISOString() }, by),
    ...(status === "disputed" ? countDispute(order, -1) : []),
  ]);
}

/** Stores the id of the provider's event in the write that it led to. */
export const recordEvent = (eventId: string | undefined) => (eventId ? { events: $add(new Set([eventId])) } : {});

/** Counts an order's dispute on both of its sides; an account with disputes can't be closed. */
export const countDispute = ({ buyerId, sellerId }: Pick<OrderItem, "buyerId" | "sellerId">, change: 1 | -1) =>
  [buyerId, sellerId].map((userId) => UserEntity.build(UpdateTransaction).item({ userId, disputes: $add(change) }));
