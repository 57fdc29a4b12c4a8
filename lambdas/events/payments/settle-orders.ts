import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { buildNextAttempt, MovementEntity, PAYMENT, UNSETTLED } from "../../areas/purchases/order/movement.entity.ts";
import { type SyncOrderServices, syncOrder } from "../../areas/purchases/order/sync-order.ts";
import { openPayments } from "../../areas/purchases/stripe/open-payments.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { counted } from "../../platform/runtime/counted.ts";
import { openServices } from "../../platform/runtime/serve.ts";
import { epochSeconds, formatSortableTime } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import { MarketplaceTable, type OpenTable, openTable } from "../../platform/table/marketplace-table.ts";
import { tryEach } from "../try-each.ts";

const serviceFactories = { table: openTable, payments: openPayments };

type SettleServices = SyncOrderServices & BaseServices;

/** Orders processed in one run; the rest follow in the next ones. */
const ORDERS_PER_RUN = 20;

let services: SettleServices | undefined;

/** Settles payments that Stripe's events left unsettled, because they were lost or Stripe refused to move a seller's part. */
export async function handler() {
  services ??= openServices("settle-orders", serviceFactories, process.env);
  return settleOrders(services);
}

/** Checks the orders due for settling, oldest first, at growing intervals; throws at the end if a check failed. */
export async function settleOrders(services: SettleServices): Promise<void> {
  const { table, now, log } = services;
  await tryEach(
    await queryUnsettled(table, epochSeconds(now())),
    async ({ orderId }) => {
      if (!(await postpone(table, orderId, epochSeconds(now())))) return;
      const { order } = await syncOrder(services, orderId);
      const details = { ...counted("OrdersWithoutWebhook"), orderId };
      if (!order.events?.size) log.warn("No webhook event came about a paid order", details);
    },
    { log, failure: "An order could not be settled" },
  );
}

const formatter = MovementEntity.build(EntityFormatter);

/** Orders due for a check by `until` (epoch seconds). */
async function queryUnsettled(table: OpenTable, until: number) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: INDEX.ranked, partition: UNSETTLED, range: { lte: formatSortableTime(until) } })
    .options({ limit: ORDERS_PER_RUN });
  const { Items = [] } = await table.send(query);
  return Items.map((item) => formatter.format(item, { attributes: ["orderId"] }));
}

/** Schedules the next check before the current one, so that a crash doesn't block other orders. False if another run did. */
async function postpone(table: OpenTable, orderId: string, at: number): Promise<boolean> {
  const key = { orderId, kind: PAYMENT };
  const { Item: payment } = await table.send(
    MovementEntity.build(GetItemCommand).key(key).options({ consistent: true }),
  );
  if (!payment?.nextAttempt || payment.nextAttempt > formatSortableTime(at)) return false;
  const { nextAttempt, attempts = 0 } = payment;
  const wait = Math.min(LIFETIMES.settlement * 2 ** attempts, LIFETIMES.longestSettlement);
  const change = MovementEntity.build(UpdateItemCommand)
    .item({ ...key, ...buildNextAttempt(at + wait), attempts: attempts + 1 })
    .options({ condition: { attr: "nextAttempt", eq: nextAttempt } });
  return conditionHeld(table.send(change));
}
