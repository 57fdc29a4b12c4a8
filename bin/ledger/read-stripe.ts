import type Stripe from "stripe";
import type { Money } from "./money.ts";

const PAGE = 100;

type Expanded<T> = T | string | null | undefined;

const object = <T extends object>(value: Expanded<T>): T | undefined =>
  typeof value === "object" && value !== null ? value : undefined;

/** Each order's money at Stripe by the order's id: charges less refunds and lost disputes. */
export async function readStripe(stripe: Stripe): Promise<Map<string, Money>> {
  const lost = new Map<string, number>();
  for await (const { status, charge, amount } of stripe.disputes.list({ limit: PAGE })) {
    if (status === "lost") lost.set(typeof charge === "string" ? charge : charge.id, amount);
  }
  const found = new Map<string, Money>();
  const expand = ["data.latest_charge.transfer", "data.latest_charge.application_fee"];
  for await (const { status, metadata, latest_charge } of stripe.paymentIntents.list({ limit: PAGE, expand })) {
    const charge = object(latest_charge);
    if (status === "succeeded" && metadata.orderId && charge) {
      found.set(metadata.orderId, moneyOf(charge, lost.get(charge.id) ?? 0));
    }
  }
  return found;
}

/** The charge is transferred to the seller and the fee collected from there; both can be reversed. */
function moneyOf(charge: Stripe.Charge, lost: number): Money {
  const transfer = object<Stripe.Transfer>(charge.transfer);
  const applicationFee = object<Stripe.ApplicationFee>(charge.application_fee);
  const fee = (applicationFee?.amount ?? 0) - (applicationFee?.amount_refunded ?? 0);
  return {
    spent: charge.amount - charge.amount_refunded - lost,
    earned: (transfer?.amount ?? 0) - (transfer?.amount_reversed ?? 0) - fee,
    fee,
  };
}
