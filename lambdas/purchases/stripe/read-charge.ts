import type Stripe from "stripe";
import type { OrderStatus } from "#shared/model/order.ts";
import { isWithdrawn, orderStatusOf } from "./dispute-states.ts";
import { undefinedIfMissing } from "./stripe-errors.ts";

/** The charge of a payment with all that moved its money since. */
export interface PaidCharge {
  readonly charge: Stripe.Charge;
  /** The one that came with the charge first, then those that gave its seller the money again. */
  readonly transfers: readonly Stripe.Transfer[];
  readonly fee: Stripe.ApplicationFee | undefined;
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
}

const ALL = { limit: 100 } as const;

const expanded = <T extends object>(value: T | string | null | undefined): T | undefined =>
  typeof value === "object" && value !== null ? value : undefined;

/** `undefined` for a payment that the provider doesn't know or that was never made. */
export async function readCharge(stripe: Stripe, intentId: string): Promise<PaidCharge | undefined> {
  const expand = ["latest_charge.transfer", "latest_charge.application_fee"];
  const payment = await undefinedIfMissing(stripe.paymentIntents.retrieve(intentId, { expand }));
  const charge = expanded(payment?.latest_charge);
  if (!charge?.paid) return undefined;
  const { id, transfer_group } = charge;
  const transfer = expanded<Stripe.Transfer>(charge.transfer);
  const [refunds, disputes, transfers] = await Promise.all([
    stripe.refunds.list({ charge: id, ...ALL }),
    charge.disputed ? stripe.disputes.list({ charge: id, ...ALL }) : { data: [] },
    transfer && transfer_group ? stripe.transfers.list({ transfer_group, ...ALL }) : { data: [] },
  ]);
  return {
    charge,
    transfers: transfer ? [transfer, ...transfers.data.filter((other) => other.id !== transfer.id)] : [],
    fee: expanded<Stripe.ApplicationFee>(charge.application_fee),
    refunds: refunds.data,
    disputes: disputes.data,
  };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Cents that went back by refunds in one of these states. */
const refunded = ({ refunds }: PaidCharge, isCounted: (refund: Stripe.Refund) => boolean) =>
  sum(refunds.filter(isCounted).map(({ amount }) => amount));

const isUndone = ({ status }: Stripe.Refund) => status === "failed" || status === "canceled";

/** Cents of the charge's currency that are with the buyer or on their way there; a refund that failed came back. */
export const spentBack = (paid: PaidCharge): number =>
  Math.min(
    paid.charge.amount,
    refunded(paid, (refund) => !isUndone(refund)) + sum(paid.disputes.filter(isWithdrawn).map(({ amount }) => amount)),
  );

/** Whether a refund was undone, or the bank has moved money for a dispute. */
export const hasReturned = ({ refunds, disputes }: PaidCharge): boolean =>
  refunds.some(isUndone) || disputes.some(({ balance_transactions }) => balance_transactions.length > 0);

/** In the transfers' currency: what the seller got at first, and has now. */
export function sellerPart({ transfers: [first, ...again], fee }: PaidCharge) {
  const left = ({ amount, amount_reversed }: Stripe.Transfer) => amount - amount_reversed;
  const feeLeft = (fee?.amount ?? 0) - (fee?.amount_refunded ?? 0);
  return {
    atFirst: (first?.amount ?? 0) - (fee?.amount ?? 0),
    now: (first ? left(first) : 0) + sum(again.map(left)) - feeLeft,
  };
}

/**
 * The order's status by what the bank and the refunds have come to; a refund counts once it has succeeded, and a dispute
 * that was lost once nothing is left.
 */
export function statusOf(paid: PaidCharge): OrderStatus {
  const statuses = paid.disputes.map(orderStatusOf);
  const isRefunded = refunded(paid, ({ status }) => status === "succeeded") >= paid.charge.amount;
  const isLost = statuses.includes("refunded") && spentBack(paid) === paid.charge.amount;
  if (isRefunded || isLost) return "refunded";
  return statuses.includes("disputed") ? "disputed" : "completed";
}
