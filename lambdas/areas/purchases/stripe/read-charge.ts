import type Stripe from "stripe";
import type { OrderStatus } from "#shared/model/order.ts";
import { CLIENT } from "./client.ts";
import { getOrderStatus, sumWithdrawn } from "./dispute-states.ts";
import type { Payments } from "./open-payments.ts";
import { isGoneAccount, undefinedIfMissing } from "./stripe-errors.ts";

/** The charge of a payment with all that moved its money since. */
export interface PaidCharge {
  readonly charge: Stripe.Charge;
  /** The charge's own transfer first, then those that returned money to its seller. */
  readonly transfers: readonly Stripe.Transfer[];
  readonly fee: Stripe.ApplicationFee | undefined;
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
}

const ALL = { limit: 100 } as const;

const getExpanded = <T extends object>(value: T | string | null | undefined): T | undefined =>
  typeof value === "object" && value !== null ? value : undefined;

/** The id of an object that may be expanded. */
export const getId = (object: string | { readonly id: string }) => (typeof object === "string" ? object : object.id);

/** The booking of a transfer in the seller's balance; unreadable once they have disconnected their account. */
const BOOKED = "destination_payment.balance_transaction";

/** Reads with the sellers' bookings; again without them if one of their accounts is gone. */
const readWithBookings = async <T>(read: (booked: readonly string[]) => Promise<T>) =>
  read([BOOKED]).catch((error: unknown) => (isGoneAccount(error) ? read([]) : Promise.reject(error)));

const retrieve = ({ [CLIENT]: stripe }: Payments, intentId: string) =>
  readWithBookings((booked) =>
    stripe.paymentIntents.retrieve(intentId, {
      expand: [
        "latest_charge.transfer",
        ...booked.map((path) => `latest_charge.transfer.${path}`),
        "latest_charge.application_fee.balance_transaction",
        "latest_charge.balance_transaction",
      ],
    }),
  );

/** The charge of a payment; `undefined` if Stripe doesn't know the payment or it wasn't made. */
export async function readCharge(payments: Payments, intentId: string): Promise<PaidCharge | undefined> {
  const { [CLIENT]: stripe } = payments;
  const payment = await undefinedIfMissing(retrieve(payments, intentId));
  const charge = getExpanded(payment?.latest_charge);
  if (!charge?.paid) return undefined;
  const { id, transfer_group } = charge;
  const transfer = getExpanded<Stripe.Transfer>(charge.transfer);
  const [refunds, disputes, transfers] = await Promise.all([
    stripe.refunds.list({ charge: id, ...ALL }),
    charge.disputed ? stripe.disputes.list({ charge: id, ...ALL }) : { data: [] },
    transfer && transfer_group
      ? readWithBookings((booked) =>
          stripe.transfers.list({ transfer_group, expand: booked.map((path) => `data.${path}`), ...ALL }),
        )
      : { data: [] },
  ]);
  return {
    charge,
    transfers: transfer ? [transfer, ...transfers.data.filter((other) => other.id !== transfer.id)] : [],
    fee: getExpanded<Stripe.ApplicationFee>(charge.application_fee),
    refunds: refunds.data,
    disputes: disputes.data,
  };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Cents of the counted refunds. */
const sumRefunds = ({ refunds }: PaidCharge, isCounted: (refund: Stripe.Refund) => boolean) =>
  sum(refunds.filter(isCounted).map(({ amount }) => amount));

/** Cents of refunds that have succeeded. */
export const sumSucceededRefunds = (paid: PaidCharge): number =>
  sumRefunds(paid, ({ status }) => status === "succeeded");

const isUndone = ({ status }: Stripe.Refund) => status === "failed" || status === "canceled";

/** Cents of succeeded and pending refunds. */
export const sumUnfailedRefunds = (paid: PaidCharge): number => sumRefunds(paid, (refund) => !isUndone(refund));

/**
 * Cents of the charge's currency that were or are being returned to the buyer; a failed refund is undone. May exceed the
 * charge if a bank disputes all of it after a partial refund
 * (https://support.stripe.com/questions/dispute-for-full-charge-amount-after-a-partial-refund-was-issued).
 */
export const sumReturned = (paid: PaidCharge): number =>
  sumUnfailedRefunds(paid) + sum(paid.disputes.map(sumWithdrawn));

/** True if neither the platform nor the seller keeps any of the charge. */
export const isAllReturned = (paid: PaidCharge): boolean => sumReturned(paid) >= paid.charge.amount;

/** True if a refund was undone, or a bank moved money for a dispute. */
export const hasReturned = ({ refunds, disputes }: PaidCharge): boolean =>
  refunds.some(isUndone) || disputes.some(({ balance_transactions }) => balance_transactions.length > 0);

/**
 * The seller's initial and current part, in cents of the charge's currency. It is computed from the remaining shares of
 * transfers and fee, because they may be in the seller's currency.
 */
export function computeSellerPart({ charge, transfers, fee }: Pick<PaidCharge, "charge" | "transfers" | "fee">) {
  if (transfers.length === 0) return { initial: 0, current: 0 };
  const initialFee = charge.application_fee_amount ?? 0;
  const feeLeft = fee ? initialFee * computeShareLeft(fee.amount, fee.amount_refunded) : 0;
  const left = sum(transfers.map((transfer) => toChargeCurrency(charge, transfer) * computeLeft(transfer)));
  return { initial: charge.amount - initialFee, current: Math.round(left - feeLeft) };
}

const computeShareLeft = (amount: number, gone: number) => (amount === 0 ? 0 : (amount - gone) / amount);

const computeLeft = ({ amount, amount_reversed }: Stripe.Transfer) => computeShareLeft(amount, amount_reversed);

/** The transferred amount in the charge's currency; a transfer in another currency counts as the whole charge. */
export const toChargeCurrency = ({ amount, currency }: Stripe.Charge, transfer: Stripe.Transfer) =>
  transfer.currency === currency ? transfer.amount : amount;

/** An amount in the smallest unit of its currency, and its exchange rate. */
interface Converted {
  readonly amount: number;
  readonly currency: string;
  readonly rate?: number;
}

/** The seller's part in their balance and our fee, each in the currency it arrived in. */
export interface Settlement {
  readonly seller: Converted;
  /** Absent without a fee. */
  readonly fee?: Converted;
}

/** The settled amounts of a charge; `undefined` until everything is settled, a moment after the payment. */
export function findSettlement({ charge, transfers, fee }: PaidCharge): Settlement | undefined {
  const received = transfers.map((transfer) => {
    const booked = getExpanded(getExpanded(transfer.destination_payment)?.balance_transaction);
    return booked && { booked, left: computeLeft(transfer) };
  });
  const collected = getExpanded(fee?.balance_transaction);
  const [first] = received;
  const isWhole = received.every((part) => part !== undefined) && (collected || !charge.application_fee_amount);
  if (!charge.balance_transaction || !first || !isWhole) return undefined;
  const feeLeft = fee ? computeShareLeft(fee.amount, fee.amount_refunded) : 0;
  const rate = first.booked.exchange_rate ?? getExpanded(charge.balance_transaction)?.exchange_rate;
  return {
    seller: {
      amount: Math.round(
        sum(received.map((part) => (part ? part.booked.amount * part.left : 0))) - first.booked.fee * feeLeft,
      ),
      currency: first.booked.currency,
      ...(rate ? { rate } : {}),
    },
    ...(collected
      ? {
          fee: {
            amount: Math.round(collected.amount * feeLeft),
            currency: collected.currency,
            ...(collected.exchange_rate ? { rate: collected.exchange_rate } : {}),
          },
        }
      : {}),
  };
}

/** True while money of this charge isn't settled. */
export const isPending = (paid: PaidCharge): boolean =>
  Boolean(paid.charge.transfer_data) && findSettlement(paid) === undefined;

/** The order's status by refunds, once succeeded, and disputes; a lost dispute counts as refunded once nothing is left. */
export function getStatus(paid: PaidCharge): OrderStatus {
  const statuses = paid.disputes.map(getOrderStatus);
  const isRefunded = sumSucceededRefunds(paid) >= paid.charge.amount;
  const isLost = statuses.includes("refunded") && isAllReturned(paid);
  if (isRefunded || isLost) return "refunded";
  return statuses.includes("disputed") ? "disputed" : "completed";
}
