import type Stripe from "stripe";
import { isRefusal } from "./stripe-errors.ts";

/**
 * Takes back what the seller got, and returns the fee that was taken from it; a second call changes nothing. Throws
 * while the capture is under way, so that it is called again: until then the charge names neither transfer nor fee.
 */
export async function reverseTransfer(stripe: Stripe, orderId: string, { charge }: Stripe.Dispute) {
  const { id, transfer, transfer_data, application_fee, balance_transaction } = await stripe.charges.retrieve(
    idOf(charge),
  );
  if (!transfer && !balance_transaction && transfer_data) throw new Error(`The charge ${id} isn't captured yet`);
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
