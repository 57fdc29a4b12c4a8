import type { Logger } from "@aws-lambda-powertools/logger";
import type Stripe from "stripe";
import { countedIf } from "../../../platform/runtime/counted.ts";
import { buildIdempotencyKey, CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import {
  getId,
  hasReturned,
  inChargeCurrency,
  isAllReturned,
  type PaidCharge,
  returnedOrPending,
  sellerPart,
} from "./read-charge.ts";
import { isGoneAccount, isRefusal, isStoredFailure, toLogFields } from "./stripe-errors.ts";

/** Shares are rounded on both sides, and a cent of the seller's currency may be worth more than one of ours. */
const ROUNDING = 2;

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
 * Moves the seller's part to match the buyer's money: back to us as far as that was withdrawn, or if all was refunded, and to
 * the seller again after a won dispute or a failed refund. Partial refunds stay as their maker chose until the bank or we
 * have moved money too. Safe to repeat; throws while the capture is in progress, so that it is called again.
 */
export async function settleSeller(context: Context, paid: PaidCharge): Promise<Settled> {
  const { charge, transfers } = paid;
  const back = returnedOrPending(paid);
  if (!charge.balance_transaction && charge.transfer_data) {
    if (back === 0) return { hasMoved: false };
    throw new Error(`The charge ${charge.id} isn't captured yet`);
  }
  if (transfers.length === 0) return { hasMoved: false };
  if (isAllReturned(paid)) return takeAll(context, paid);
  if (!hasReturned(paid)) return { hasMoved: false };
  const part = sellerPart(paid);
  const due = Math.round((part.atFirst * (charge.amount - back)) / charge.amount);
  if (part.now - due > ROUNDING) return takeBack(context, paid, part.now - due);
  return due - part.now > ROUNDING ? giveBack(context, paid, due - part.now) : { hasMoved: false };
}

/**
 * Reverses the rest of every transfer, and refunds the rest of the fee on the first one: together with its reversal, because
 * the seller's balance has the transfer less the fee; or before it, if an earlier reversal kept the fee, because Stripe
 * refunds no larger share of a fee than it reverses of the transfer.
 */
function takeAll(context: Context, { transfers, fee }: PaidCharge) {
  const { payments, orderId } = context;
  const { [CLIENT]: stripe } = payments;
  const left = transfers.filter(({ reversed }) => !reversed);
  const feeLeft = (fee?.amount ?? 0) - (fee?.amount_refunded ?? 0);
  const isWithFee = ({ id, amount_reversed }: Stripe.Transfer) =>
    feeLeft > 0 && id === transfers[0]?.id && amount_reversed === 0;
  return changeEach(context, [
    ...(fee && feeLeft > 0 && !left.some(isWithFee)
      ? [
          () => {
            const idempotencyKey = changeKey(context, "fee", fee.id, fee.amount_refunded);
            return stripe.applicationFees.createRefund(fee.id, { metadata: { orderId } }, { idempotencyKey });
          },
        ]
      : []),
    ...left.map((transfer) => () => {
      const { id, amount_reversed } = transfer;
      const idempotencyKey = changeKey(context, "reverse", id, amount_reversed);
      const form = { metadata: { orderId }, ...(isWithFee(transfer) ? { refund_application_fee: true } : {}) };
      return stripe.transfers.createReversal(id, form, { idempotencyKey });
    }),
  ]);
}

/** Reverses cents of the charge's currency, from the newest transfer on; we keep our fee. */
function takeBack(context: Context, { charge, transfers }: PaidCharge, excess: number) {
  const { payments, orderId } = context;
  const { [CLIENT]: stripe } = payments;
  const [first, ...again] = transfers;
  let rest = excess;
  const changes = [...again.toSorted((a, b) => b.created - a.created), ...(first ? [first] : [])].flatMap(
    (transfer) => {
      const { id, amount_reversed } = transfer;
      const unit = transfer.amount / inChargeCurrency(charge, transfer);
      const amount = Math.min(Math.round(rest * unit), transfer.amount - amount_reversed);
      rest -= Math.round(amount / unit);
      const idempotencyKey = changeKey(context, "reverse", id, `${amount_reversed} ${amount}`);
      const change = () => stripe.transfers.createReversal(id, { amount, metadata: { orderId } }, { idempotencyKey });
      return amount > 0 ? [change] : [];
    },
  );
  return changeEach(context, changes);
}

/** Transfers cents of the charge's currency, which is our balance's. */
function giveBack(context: Context, { charge, transfers }: PaidCharge, amount: number) {
  const { payments, orderId } = context;
  const { [CLIENT]: stripe } = payments;
  const [first] = transfers;
  if (!first) return { hasMoved: false };
  const { currency, transfer_group } = charge;
  const { destination } = first;
  const idempotencyKey = changeKey(context, "give back", orderId, `${transfers.length} ${amount}`);
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
  let [hasMoved, failure]: [boolean, unknown] = [false, undefined];
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

/** Idempotency key: the state before the change unites concurrent calls; the attempt renews it, since Stripe stores failures. */
const changeKey = ({ attempt }: Context, what: string, id: string, from: number | string) =>
  buildIdempotencyKey(what, id, from, attempt);
