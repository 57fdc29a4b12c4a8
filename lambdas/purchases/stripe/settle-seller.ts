import type Stripe from "stripe";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { isUndone, type PaidCharge, sellerPart, spentBack, statusOf } from "./read-charge.ts";

const HOUR_MS = 3_600_000;

/** Shares are rounded on both sides, so a cent is no difference. */
const ROUNDING = 1;

/**
 * Moves the seller's part to where the buyer's money is: back to us while that is withdrawn or all of it refunded, to
 * the seller again once a dispute is won or a refund has failed. Refunds in part are left as whoever made them chose.
 * Returns whether anything moved. Safe to repeat; throws while the capture is under way, so that it is called again.
 */
export async function settleSeller(stripe: Stripe, orderId: string, paid: PaidCharge, now: Date): Promise<boolean> {
  const { charge, transfers, refunds, disputes } = paid;
  const back = spentBack(paid);
  if (!charge.balance_transaction && charge.transfer_data) {
    if (back === 0) return false;
    throw new Error(`The charge ${charge.id} isn't captured yet`);
  }
  const [first] = transfers;
  if (!first) return false;
  if (statusOf(paid) !== "completed" || back === charge.amount) return takeBack(stripe, orderId, paid, now);
  const part = sellerPart(paid);
  const due = Math.round((part.atFirst * (charge.amount - back)) / charge.amount);
  const isUndoing = refunds.some(isUndone) || disputes.length > 0;
  if (!isUndoing || due - part.now <= ROUNDING) return false;
  await stripe.transfers.create(
    {
      amount: due - part.now,
      currency: first.currency,
      destination: idOf(first.destination ?? ""),
      ...(charge.transfer_group ? { transfer_group: charge.transfer_group } : {}),
      metadata: { orderId },
    },
    { idempotencyKey: keyOf("give back", orderId, `${transfers.length} ${part.now}`, now) },
  );
  return true;
}

/** Reverses what is left of every transfer, and returns what is left of the fee that was taken from the first. */
async function takeBack(stripe: Stripe, orderId: string, { transfers, fee }: PaidCharge, now: Date) {
  const left = transfers.filter(({ reversed }) => !reversed);
  for (const { id, amount_reversed } of left) {
    await stripe.transfers.createReversal(
      id,
      { metadata: { orderId } },
      { idempotencyKey: keyOf("reverse", id, `${amount_reversed}`, now) },
    );
  }
  const feeLeft = (fee?.amount ?? 0) - (fee?.amount_refunded ?? 0);
  if (fee && feeLeft > 0) {
    const idempotencyKey = keyOf("fee", fee.id, `${fee.amount_refunded}`, now);
    await stripe.applicationFees.createRefund(fee.id, { metadata: { orderId } }, { idempotencyKey });
  }
  return left.length > 0 || feeLeft > 0;
}

/** Names the state that the change starts from, so that two calls make it once, and the hour, for a failure is stored. */
const keyOf = (what: string, id: string, from: string, now: Date) =>
  idempotencyKeyOf(what, id, from, Math.floor(now.getTime() / HOUR_MS));

const idOf = (object: string | { id: string }) => (typeof object === "string" ? object : object.id);
