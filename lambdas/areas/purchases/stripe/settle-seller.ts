import type { Logger } from "@aws-lambda-powertools/logger";
import type Stripe from "stripe";
import { countedIf } from "../../../platform/runtime/counted.ts";
import { buildIdempotencyKey, CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import {
  computeSellerPart,
  getId,
  hasReturned,
  isAllReturned,
  type PaidCharge,
  sumReturned,
  toChargeCurrency,
} from "./read-charge.ts";
import { isGoneAccount, isRefusal, isStoredFailure, toLogFields } from "./stripe-errors.ts";

/** Differences up to this many cents come from rounding and currency conversion. */
const ROUNDING_TOLERANCE_CENTS = 2;

interface Context {
  readonly payments: Payments;
  readonly log: Logger;
  readonly orderId: string;
  /** Number of failures of this change stored by Stripe for the order; each attempt has its own keys. */
  readonly attempt: number;
  /** False if the same failure triggered the alarm at an earlier attempt. */
  readonly triggersAlarm: boolean;
}

/** Result of moving the seller's part; `failure` is Stripe's error if it failed. */
interface Settled {
  readonly hasMoved: boolean;
  readonly failure?: unknown;
}

/**
 * Adjusts the seller's transfers to the charge's net amount: reverses them after a dispute or a full refund, and transfers
 * again after a won dispute or a failed refund. A partial refund isn't adjusted until a refund has failed or a bank has moved
 * money. Safe to repeat; throws while the capture is in progress, so that it is called again.
 */
export async function settleSeller(context: Context, paid: PaidCharge): Promise<Settled> {
  const { charge, transfers } = paid;
  const returned = sumReturned(paid);
  if (!charge.balance_transaction && charge.transfer_data) {
    if (returned === 0) return { hasMoved: false };
    throw new Error(`The charge ${charge.id} isn't captured yet`);
  }
  if (transfers.length === 0) return { hasMoved: false };
  if (isAllReturned(paid)) return reverseAllTransfers(context, paid);
  if (!hasReturned(paid)) return { hasMoved: false };
  const part = computeSellerPart(paid);
  const due = Math.round((part.initial * (charge.amount - returned)) / charge.amount);
  if (part.current - due > ROUNDING_TOLERANCE_CENTS) return reverseExcess(context, paid, part.current - due);
  return due - part.current > ROUNDING_TOLERANCE_CENTS
    ? transferShortfall(context, paid, due - part.current)
    : { hasMoved: false };
}

/**
 * Reverses all transfers completely and refunds the application fee: together with the first transfer's reversal if nothing
 * of that was reversed yet, because the seller's balance has the transfer less the fee; otherwise before it, because Stripe
 * refunds no larger share of a fee than it reverses of the transfer.
 */
function reverseAllTransfers(context: Context, { transfers, fee }: PaidCharge) {
  const { payments, orderId } = context;
  const { [CLIENT]: stripe } = payments;
  const left = transfers.filter(({ reversed }) => !reversed);
  const feeLeft = (fee?.amount ?? 0) - (fee?.amount_refunded ?? 0);
  const isWithFee = ({ id, amount_reversed }: Stripe.Transfer) =>
    feeLeft > 0 && id === transfers[0]?.id && amount_reversed === 0;
  const reversals = left.map((transfer) => () => {
    const { id, amount_reversed } = transfer;
    const idempotencyKey = buildChangeKey(context, "reverse", id, amount_reversed);
    const form = { metadata: { orderId }, ...(isWithFee(transfer) ? { refund_application_fee: true } : {}) };
    return stripe.transfers.createReversal(id, form, { idempotencyKey });
  });
  if (!fee || feeLeft <= 0 || left.some(isWithFee)) return changeEach(context, reversals);
  const refundFee = () => {
    const idempotencyKey = buildChangeKey(context, "fee", fee.id, fee.amount_refunded);
    return stripe.applicationFees.createRefund(fee.id, { metadata: { orderId } }, { idempotencyKey });
  };
  return changeEach(context, [refundFee, ...reversals]);
}

/** Reverses cents of the charge's currency, from the newest transfer on; we keep our fee. */
function reverseExcess(context: Context, { charge, transfers }: PaidCharge, excess: number) {
  const { payments, orderId } = context;
  const { [CLIENT]: stripe } = payments;
  const [first, ...retransfers] = transfers;
  let rest = excess;
  const changes = [...retransfers.toSorted((a, b) => b.created - a.created), ...(first ? [first] : [])].flatMap(
    (transfer) => {
      const { id, amount_reversed } = transfer;
      const unit = transfer.amount / toChargeCurrency(charge, transfer);
      const amount = Math.min(Math.round(rest * unit), transfer.amount - amount_reversed);
      rest -= Math.round(amount / unit);
      const idempotencyKey = buildChangeKey(context, "reverse", id, `${amount_reversed} ${amount}`);
      const change = () => stripe.transfers.createReversal(id, { amount, metadata: { orderId } }, { idempotencyKey });
      return amount > 0 ? [change] : [];
    },
  );
  return changeEach(context, changes);
}

/** Transfers cents of the charge's currency, which is our balance's. */
function transferShortfall(context: Context, { charge, transfers }: PaidCharge, amount: number) {
  const { payments, orderId } = context;
  const { [CLIENT]: stripe } = payments;
  const [first] = transfers;
  if (!first) return { hasMoved: false };
  const { currency, transfer_group } = charge;
  const { destination } = first;
  const idempotencyKey = buildChangeKey(context, "give back", orderId, `${transfers.length} ${amount}`);
  const form = { amount, currency, destination: getId(destination ?? ""), metadata: { orderId } };
  return changeEach(context, [
    () => stripe.transfers.create({ ...form, ...(transfer_group ? { transfer_group } : {}) }, { idempotencyKey }),
  ]);
}

/** Makes every change even if one fails because a seller's balance is empty or their account is gone. */
async function changeEach(
  { log, orderId, triggersAlarm }: Context,
  changes: readonly (() => Promise<unknown>)[],
): Promise<Settled> {
  let hasMoved = false;
  let failure: unknown;
  for (const change of changes) {
    try {
      await change();
      hasMoved = true;
    } catch (error) {
      if (!isRefusal(error) && !isGoneAccount(error) && !isStoredFailure(error)) throw error;
      const metric = countedIf(triggersAlarm, "MoneyNotMoved");
      log.error("A seller's part could not be moved", { ...metric, orderId, ...toLogFields(error) });
      failure = error;
    }
  }
  return { hasMoved, failure };
}

/**
 * Idempotency key of a change. Concurrent calls share it, because it contains the state before the change; each attempt has a
 * new one, because Stripe replays stored failures.
 */
const buildChangeKey = ({ attempt }: Context, operation: string, id: string, from: number | string) =>
  buildIdempotencyKey(operation, id, from, attempt);
