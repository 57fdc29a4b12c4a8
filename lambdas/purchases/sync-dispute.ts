import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type Stripe from "stripe";
import type { Payments } from "../payments/open-payments.ts";
import { attempt } from "../table/transact.ts";
import { countDispute } from "./count-dispute.ts";
import type { OrderItem } from "./find-order.ts";
import { OrderEntity } from "./order.entity.ts";
import { isRefusal } from "./request-payment.ts";
import { heard, type ReturnServices, returnOrder } from "./return-order.ts";

export interface DisputeServices extends ReturnServices {
  readonly payments: Payments;
}

const WON: readonly Stripe.Dispute.Status[] = ["won", "warning_closed", "prevented"];

/**
 * Brings an order to where its dispute stands now, whichever message came first: disputed while it is open, completed
 * once it is won, refunded once it is lost, and then the seller's part comes back to us.
 */
export async function syncDispute(
  services: DisputeServices,
  order: OrderItem,
  dispute: Stripe.Dispute,
  eventId: string,
): Promise<void> {
  if (dispute.status === "lost") {
    await reverseTransfer(services.payments.stripe, order, dispute);
    await returnOrder(services, order.orderId, { by: "dispute", eventId });
    return;
  }
  const isWon = WON.includes(dispute.status);
  await attempt(services.table, [
    isWon ? settle(order, dispute, eventId) : begin(order, dispute, eventId),
    ...countDispute(order, isWon ? -1 : 1),
  ]);
}

const unheard = (eventId: string) => ({ not: { attr: "events" as const, contains: eventId } });

/** A dispute that was closed once is never opened again by a message that comes late. */
const begin = ({ orderId }: OrderItem, { id }: Stripe.Dispute, eventId: string) =>
  OrderEntity.build(UpdateTransaction)
    .item({ orderId, status: "disputed", disputeId: id, ...heard(eventId) })
    .options({ condition: { and: [{ attr: "status", eq: "completed" }, unheard(eventId)] } });

const settle = ({ orderId }: OrderItem, { id }: Stripe.Dispute, eventId: string) =>
  OrderEntity.build(UpdateTransaction)
    .item({ orderId, status: "completed", ...heard(eventId) })
    .options({
      condition: {
        and: [
          { attr: "status", eq: "disputed" },
          { attr: "disputeId", eq: id },
        ],
      },
    });

/** What the seller got goes back with the fee that was taken from it; once, as there is nothing to go back after that. */
async function reverseTransfer(stripe: Stripe, { orderId }: OrderItem, { charge }: Stripe.Dispute) {
  const { transfer, application_fee } = await stripe.charges.retrieve(idOf(charge));
  if (!transfer) return;
  try {
    await stripe.transfers.createReversal(idOf(transfer), {
      ...(application_fee ? { refund_application_fee: true } : {}),
      metadata: { orderId },
    });
  } catch (error) {
    if (!isRefusal(error) || !(await stripe.transfers.retrieve(idOf(transfer))).reversed) throw error;
  }
}

const idOf = (object: string | { id: string }) => (typeof object === "string" ? object : object.id);
