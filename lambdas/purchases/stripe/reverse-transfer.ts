import type Stripe from "stripe";
import { isRefusal } from "./request-payment.ts";

/** Takes back what the seller got, and returns the fee that was taken from it; a second call changes nothing. */
export async function reverseTransfer(stripe: Stripe, orderId: string, { charge }: Stripe.Dispute) {
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
