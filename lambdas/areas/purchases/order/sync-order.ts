import { isDeepStrictEqual } from "node:util";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add, $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { OrderStatus } from "#shared/model/order.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { epochSeconds } from "../../../platform/runtime/time.ts";
import { conditionHeld, ifUnchanged } from "../../../platform/table/conditions.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { backOff } from "../../../platform/table/retries.ts";
import { attempt, type Write } from "../../../platform/table/transact.ts";
import { findArtwork } from "../../artwork/find-artwork.ts";
import { UserEntity } from "../../users/user.entity.ts";
import { getEvidenceDue } from "../stripe/dispute-states.ts";
import type { Payments } from "../stripe/open-payments.ts";
import {
  computeSellerPart,
  findSettlement,
  getStatus,
  isPending,
  type PaidCharge,
  readCharge,
  sumReturned,
  sumSucceededRefunds,
} from "../stripe/read-charge.ts";
import { settleSeller } from "../stripe/settle-seller.ts";
import { settleTax } from "../stripe/settle-tax.ts";
import { endExclusiveSale, isSoldToOthers, restoreExclusiveSale } from "./artwork-payments.ts";
import { buildDiscountUse } from "./discount.ts";
import { findHolding, findOrder, findOrders, listOrderIds, type OrderItem } from "./find-orders.ts";
import { canRestore, changeSoldCount, removeLicense, restoreLicense } from "./hold-license.ts";
import { buildNextAttempt, MovementEntity, PAYMENT, SETTLED } from "./movement.entity.ts";
import { OrderEntity } from "./order.entity.ts";
import { computeKeptTax, getReturned, isFullyRefunded, isValid } from "./order-view.ts";

export interface SyncOrderServices extends Pick<BaseServices, "now" | "log"> {
  readonly table: OpenTable;
  readonly payments: Payments;
}

const ATTEMPTS = 8;

/** The updated order; `failure` is the logged reason why the seller's part couldn't move. */
interface SyncResult {
  readonly order: OrderItem;
  readonly failure?: unknown;
}

/** An order's attributes according to its payment at Stripe. */
interface Target {
  readonly status: OrderStatus;
  readonly returned: ReturnType<typeof getReturned>;
  readonly refunded: number;
  readonly dispute: OrderItem["dispute"];
  readonly unsettled: boolean;
  readonly settlement: OrderItem["settlement"];
  readonly taxReversal: OrderItem["taxReversal"];
}

/**
 * Updates an order to the present state of its payment at Stripe: full and partial refunds in any state, and disputes of
 * every kind. First the seller's part is moved; then order, licence and books change in one transaction. If Stripe refuses to
 * move that part, the transaction still happens and lists the payment for `settleOrders` to retry. Safe to repeat, in any
 * order; throws after too many conflicts.
 */
export async function syncOrder(services: SyncOrderServices, orderId: string, eventId?: string): Promise<SyncResult> {
  const { table, payments, log } = services;
  for (let tried = 1; tried <= ATTEMPTS; tried++) {
    const order = await findOrder(table, orderId);
    if (!order?.intentId) throw new Error(`The order ${orderId} has no payment`);
    const paid = await readCharge(payments, order.intentId);
    if (!paid) return { order };
    const context = { payments, log, orderId, attempt: order.settlements ?? 0, triggersAlarm: triggersAlarm(order) };
    const { hasMoved, failure: unmoved } = await settleSeller(context, paid);
    if (unmoved !== undefined) await countSettlement(table, order);
    if (hasMoved) continue;
    const tax = await settleOrderTax(services, order, paid);
    const failure = unmoved ?? tax.failure;
    const wanted = { ...toTarget(paid, failure !== undefined), taxReversal: tax.reversal };
    const licence = await buildLicenseWrites(table, order, wanted.status);
    const target = licence === "taken" ? { ...wanted, status: order.status } : wanted;
    if (isReached(order, target)) return { order, failure };
    if (licence === "taken")
      log.error("A refund failed or a dispute was won for a licence that the buyer has bought again", { orderId });
    if (await writeOnce(services, order, target, licence === "taken" ? [] : licence, eventId)) continue;
    await backOff(tried);
  }
  throw new Error(`The order ${orderId} could not be brought to the state of its payment`);
}

/** A failure counts for its alarm when the order gets listed for settling, not at each retry. */
const triggersAlarm = ({ settlements, unsettled }: OrderItem) => settlements === undefined || !unsettled;

/** The next attempt gets other idempotency keys; concurrent calls count the failure once. */
async function countSettlement(table: OpenTable, { orderId, settlements }: OrderItem) {
  const count = OrderEntity.build(UpdateItemCommand)
    .item({ orderId, settlements: (settlements ?? 0) + 1 })
    .options({ condition: ifUnchanged("settlements", settlements) });
  await conditionHeld(table.send(count));
}

/** Adjusts Stripe's tax records of an order; no call is made if the sale had no tax. */
async function settleOrderTax(
  services: SyncOrderServices,
  order: OrderItem,
  paid: PaidCharge,
): ReturnType<typeof settleTax> {
  const { table, payments, log } = services;
  const { orderId, intentId, amounts, settlements = 0, taxReversal } = order;
  if (amounts.tax === undefined || !intentId) return { reversal: undefined };
  const context = { payments, log, orderId, intentId, attempt: settlements, triggersAlarm: triggersAlarm(order) };
  const settled = await settleTax(context, taxReversal, paid);
  if (settled.failure !== undefined) await countSettlement(table, order);
  return settled;
}

function toTarget(paid: PaidCharge, hasFailed: boolean): Omit<Target, "taxReversal"> {
  const spent = sumReturned(paid);
  const part = computeSellerPart(paid);
  const earned = part.initial - part.current;
  const [dispute] = paid.disputes;
  const due = dispute && getEvidenceDue(dispute);
  return {
    status: getStatus(paid),
    // Before the capture nothing has moved.
    returned: spent === 0 && !paid.charge.balance_transaction ? NOTHING : { spent, earned, fee: spent - earned },
    refunded: sumSucceededRefunds(paid),
    unsettled: hasFailed || isPending(paid),
    settlement: findSettlement(paid),
    dispute: dispute && {
      id: dispute.id,
      status: dispute.status,
      ...(due === undefined ? {} : { due }),
      reason: dispute.reason,
      amount: dispute.amount,
    },
  };
}

const NOTHING = { spent: 0, earned: 0, fee: 0 };

function isReached(
  order: OrderItem,
  { status, returned, refunded, dispute, unsettled, settlement, taxReversal }: Target,
) {
  const booked = getReturned(order);
  return (
    order.status === status &&
    booked.spent === returned.spent &&
    booked.earned === returned.earned &&
    (order.refunded ?? 0) === refunded &&
    (order.unsettled ?? false) === unsettled &&
    order.taxReversal?.nth === taxReversal?.nth &&
    (!settlement || isDeepStrictEqual(order.settlement, settlement)) &&
    (!dispute || (order.dispute?.status === dispute.status && order.dispute.due === dispute.due))
  );
}

/** False, without a write, if the order or its holding changed since they were read. */
async function writeOnce(
  { table, now }: SyncOrderServices,
  order: OrderItem,
  target: Target,
  licence: readonly Write[],
  eventId: string | undefined,
): Promise<boolean> {
  const { orderId, status: before, intentId, amounts, bookings, settlements, refunded, dispute } = order;
  const booked = getReturned(order);
  const moved = { spent: booked.spent - target.returned.spent, earned: booked.earned - target.returned.earned };
  const number = (bookings ?? 0) + 1;
  const isBooked = moved.spent !== 0 || moved.earned !== 0;
  const failed = await attempt(table, [
    OrderEntity.build(UpdateTransaction)
      .item({
        orderId,
        status: target.status,
        refunded: target.refunded || $remove(),
        unsettled: target.unsettled || $remove(),
        ...(target.settlement ? { settlement: $set(target.settlement) } : {}),
        ...(target.taxReversal ? { taxReversal: $set(target.taxReversal) } : {}),
        dispute: target.dispute ? $set(target.dispute) : $remove(),
        ...(target.dispute ? { disputeId: target.dispute.id } : {}),
        ...(isBooked
          ? {
              bookings: number,
              amounts: { returned: $set(target.returned) },
            }
          : {}),
        // A refund that came back wasn't the operators' last word.
        ...(moved.spent > 0 ? { operatorRefund: $remove() } : {}),
        // The seller's part may follow days later.
        ...(moved.spent !== 0 ? { returnedAt: target.returned.spent > 0 ? epochSeconds(now()) : $remove() } : {}),
        ...(eventId ? { events: $add(new Set([eventId])) } : {}),
      })
      .options({
        condition: {
          and: [
            { attr: "status", eq: before },
            ifUnchanged("bookings", bookings),
            ifUnchanged("refunded", refunded),
            ifUnchanged("dispute.status", dispute?.status),
            // A failure that was counted meanwhile keeps the payment listed.
            ...(target.unsettled ? [] : [ifUnchanged("settlements", settlements)]),
          ],
        },
      }),
    ...listFurtherStatuses(order, target.status),
    ...licence,
    ...listPayment(order, target, epochSeconds(now())),
    ...changeDiscountUses(order, Number(isFullyRefunded(order)) - Number(isFullyRefunded({ ...order, ...target }))),
    ...changeDisputeCounts(order, Number(target.status === "disputed") - Number(before === "disputed")),
    ...(isBooked
      ? [
          MovementEntity.build(PutTransaction)
            .item({
              orderId,
              kind: `${isByDispute(order, target) ? "dispute" : "refund"}#${number}`,
              intentId,
              ...moved,
              fee: moved.spent - moved.earned,
              ...(amounts.tax === undefined
                ? {}
                : { tax: computeKeptTax(amounts, target.returned.spent) - computeKeptTax(amounts, booked.spent) }),
              at: now().toISOString(),
            })
            .options({ condition: { attr: "at", exists: false } }),
        ]
      : []),
  ]);
  return failed.length === 0;
}

const isByDispute = (order: OrderItem, { dispute }: Target) =>
  dispute !== undefined && dispute.status !== order.dispute?.status && !dispute.status.startsWith("warning_");

/** Adds the order's payment to the list for settling, or removes it. */
function listPayment({ orderId, unsettled = false }: OrderItem, target: Target, now: number): Write[] {
  if (unsettled === target.unsettled) return [];
  const place = target.unsettled ? buildNextAttempt(now + LIFETIMES.settlement) : SETTLED;
  return [
    MovementEntity.build(UpdateTransaction)
      .item({ orderId, kind: PAYMENT, ...place })
      .options({ condition: { attr: "at", exists: true } }),
  ];
}

/** Further licences of the order have its status. */
const listFurtherStatuses = ({ itemOrderIds = [], status: before }: OrderItem, status: OrderStatus) =>
  status === before
    ? []
    : itemOrderIds.map((orderId) => OrderEntity.build(UpdateTransaction).item({ orderId, status }));

/** The orders of all further licences: one that couldn't be read would keep its licence. */
const findAllFurther = (table: OpenTable, { itemOrderIds = [] }: OrderItem) =>
  Promise.all(
    itemOrderIds.map(async (orderId) => {
      const further = await findOrder(table, orderId);
      if (!further) throw new Error(`The order ${orderId} of a further licence is missing`);
      return further;
    }),
  );

/** Writes that revoke or restore all licences on a change of status; `taken` if the buyer has bought one again. */
async function buildLicenseWrites(table: OpenTable, order: OrderItem, status: OrderStatus): Promise<Write[] | "taken"> {
  if (isValid(order) === isValid({ status })) return [];
  const licenses = [order, ...(await findAllFurther(table, order))];
  const writes = await Promise.all(
    licenses.map((license) => buildOneLicenseWrites(table, license, isValid({ status }))),
  );
  const found = writes.filter((some) => some !== "taken");
  return found.length < writes.length ? "taken" : found.flat();
}

async function buildOneLicenseWrites(table: OpenTable, order: OrderItem, becomes: boolean): Promise<Write[] | "taken"> {
  const { orderId, artworkId, buyerId } = order;
  const [holding, artwork] = await Promise.all([
    findHolding(table, { artworkId, buyerId }),
    order.licenseExclusive ? findArtwork(table, artworkId) : undefined,
  ]);
  if (!holding) throw new Error(`The order ${orderId} isn't held by its buyer`);
  if (becomes) {
    if (!canRestore(order, holding)) return "taken";
    if (holding.pending) throw new Error(`The order ${orderId} waits for another payment of its buyer to end`);
    if (isSoldToOthers(order, artwork)) return "taken";
    return [restoreLicense(order, holding), changeSoldCount(order, 1), ...restoreExclusiveSale(order, artwork)];
  }
  const newestOther = listOrderIds([holding])
    .filter((other) => other !== orderId)
    .slice(0, 1);
  const [rest] = await findOrders(table, newestOther);
  return [removeLicense(order, holding, rest), changeSoldCount(order, -1), ...endExclusiveSale(order, artwork)];
}

/** Changes the count of the order's discount regardless of limits: a refund releases the use, a failed refund counts it again. */
const changeDiscountUses = ({ discountId, buyerId }: OrderItem, change: number) =>
  discountId && change !== 0 ? buildDiscountUse(discountId, buyerId, change) : [];

/** Counts an order's dispute on both sides; an account with disputes can't be closed. */
const changeDisputeCounts = ({ buyerId, sellerId }: Pick<OrderItem, "buyerId" | "sellerId">, change: number) =>
  change === 0
    ? []
    : [buyerId, sellerId].map((userId) => UserEntity.build(UpdateTransaction).item({ userId, disputes: $add(change) }));
