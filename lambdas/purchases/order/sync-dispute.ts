import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type Stripe from "stripe";
import { attempt } from "../../table/transact.ts";
import type { Payments } from "../stripe/open-payments.ts";
import { reverseTransfer } from "../stripe/reverse-transfer.ts";
import type { OrderItem } from "./find-order.ts";
import { OrderEntity } from "./order.entity.ts";
import { countDispute, type ReversalServices, recordEvent, reverseOrder } from "./reverse-order.ts";

export interface DisputeServices extends ReversalServices {
  readonly payments: Payments;
}

const WON: readonly Stripe.Dispute.Status[] = ["won", "warning_closed", "prevented"];

/**
 * Updates an order to its dispute's present state, whichever event came first: disputed while it is open, completed
 * once it is won, refunded once it is lost, and then the seller's part comes back to us.
 */
export async function syncDispute(
  services: DisputeServices,
  order: OrderItem,
  dispute: Stripe.Dispute,
  eventId: string,
): Promise<void> {
  if (dispute.status === "lost") {
    await reverseTransfer(services.payments.stripe, order.orderId, dispute);
    await reverseOrder(services, order.orderId, { by: "dispute", eventId });
    return;
  }
  const isWon = WON.includes(dispute.status);
  await attempt(services.table, [
    isWon ? closeDispute(order, dispute, eventId) : openDispute(order, dispute, eventId),
    ...countDispute(order, isWon ? -1 : 1),
  ]);
}

const notRecorded = (eventId: string) => ({ not: { attr: "events" as const, contains: eventId } });

/** A dispute that was closed once is never opened again by a late event. */
const openDispute = ({ orderId }: OrderItem, { id }: Stripe.Dispute, eventId: string) =>
  OrderEntity.build(UpdateTransaction)
    .item({ orderId, status: "disputed", disputeId: id, ...recordEvent(eventId) })
    .options({ condition: { and: [{ attr: "status", eq: "completed" }, notRecorded(eventId)] } });

const closeDispute = ({ orderId }: OrderItem, { id }: Stripe.Dispute, eventId: string) =>
  OrderEntity.build(UpdateTransaction)
    .item({ orderId, status: "completed", ...recordEvent(eventId) })
    .options({
      condition: {
        and: [
          { attr: "status", eq: "disputed" },
          { attr: "disputeId", eq: id },
        ],
      },
    });
