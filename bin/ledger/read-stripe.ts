import type Stripe from "stripe";
import type { Held } from "./money.ts";

const PAGE = 100;

type Expanded<T> = T | string | null | undefined;

const object = <T extends object>(value: Expanded<T>): T | undefined =>
  typeof value === "object" && value !== null ? value : undefined;

/** Each order's money at Stripe by the order's id: charges less refunds and lost disputes. */
export async function readStripe(stripe: Stripe): Promise<Map<string, Held>> {
  const lost = new Map<string, number>();
  for await (const { status, charge, amount } of stripe.disputes.list({ limit: PAGE })) {
    if (status === "lost") lost.set(typeof charge === "string" ? charge : charge.id, amount);
  }
  const found = new Map<string, Held>();
  const expand = ["data.latest_charge.transfer", "data.latest_charge.application_fee"];
  for await (const { status, metadata, latest_charge } of stripe.paymentIntents.list({ limit: PAGE, expand })) {
    const charge = object(latest_charge);
    if (status === "succeeded" && metadata.orderId && charge) {
      found.set(metadata.orderId, moneyOf(charge, lost.get(charge.id) ?? 0));
    }
  }
  return found;
}

/** The charge is transferred to the seller and the fee collected from there, once it is captured; both can be reversed. */
function moneyOf(charge: Stripe.Charge, lost: number): Held {
  const transfer = object<Stripe.Transfer>(charge.transfer);
  const applicationFee = object<Stripe.ApplicationFee>(charge.application_fee);
  const spent = charge.amount - charge.amount_refunded - lost;
  if (!charge.balance_transaction) {
    const fee = charge.application_fee_amount ?? 0;
    return { spent, earned: spent - fee, fee, isSettled: false };
  }
  const fee = (applicationFee?.amount ?? 0) - (applicationFee?.amount_refunded ?? 0);
  return { spent, earned: (transfer?.amount ?? 0) - (transfer?.amount_reversed ?? 0) - fee, fee, isSettled: true };
}
