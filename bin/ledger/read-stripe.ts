import type Stripe from "stripe";
import type { Held } from "./money.ts";

const PAGE = 100;

type Expanded<T> = T | string | null | undefined;

const object = <T extends object>(value: Expanded<T>): T | undefined =>
  typeof value === "object" && value !== null ? value : undefined;

/**
 * Each order's money at Stripe by the order's id: charges less refunds and withdrawn disputes, and what sellers have of
 * them. A seller's part may be in another currency, so it counts by its share of what the seller got at first.
 */
export async function readStripe(stripe: Stripe): Promise<Map<string, Held>> {
  const withdrawn = new Map<string, number>();
  for await (const { balance_transactions, charge, amount } of stripe.disputes.list({ limit: PAGE })) {
    const net = balance_transactions.reduce((sum, booked) => sum + booked.amount, 0);
    if (net < 0) withdrawn.set(typeof charge === "string" ? charge : charge.id, amount);
  }
  const transferred = new Map<string, number>();
  for await (const { transfer_group, amount, amount_reversed } of stripe.transfers.list({ limit: PAGE })) {
    if (transfer_group)
      transferred.set(transfer_group, (transferred.get(transfer_group) ?? 0) + amount - amount_reversed);
  }
  const found = new Map<string, Held>();
  const expand = ["data.latest_charge.transfer", "data.latest_charge.application_fee"];
  for await (const { status, metadata, latest_charge } of stripe.paymentIntents.list({ limit: PAGE, expand })) {
    const charge = object(latest_charge);
    if (status === "succeeded" && metadata.orderId && charge) {
      const left = transferred.get(charge.transfer_group ?? "") ?? 0;
      found.set(metadata.orderId, moneyOf(charge, withdrawn.get(charge.id) ?? 0, left));
    }
  }
  return found;
}

/** The charge is transferred to the seller and the fee collected from there, once it is captured; both can be reversed. */
function moneyOf(charge: Stripe.Charge, withdrawn: number, left: number): Held {
  const transfer = object<Stripe.Transfer>(charge.transfer);
  const collected = object<Stripe.ApplicationFee>(charge.application_fee);
  const spent = charge.amount - charge.amount_refunded - withdrawn;
  const earnedAtFirst = charge.amount - (charge.application_fee_amount ?? 0);
  if (!charge.balance_transaction) {
    return { spent, earned: earnedAtFirst, fee: spent - earnedAtFirst, isSettled: false };
  }
  const atFirst = (transfer?.amount ?? 0) - (collected?.amount ?? 0);
  const now = left - (collected?.amount ?? 0) + (collected?.amount_refunded ?? 0);
  const earned = atFirst === 0 ? 0 : Math.round((earnedAtFirst * now) / atFirst);
  return { spent, earned, fee: spent - earned, isSettled: true };
}
