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

/** Shares are rounded on both sides, and a cent of the seller's currency may be more than one of ours. */
const ROUNDING = 2;

interface Context {
  readonly payments: Payments;
  readonly log: Logger;
  readonly orderId: string;
  /** How often the provider stored a failure of such a change for this order; each attempt has keys of its own. */
  readonly attempt: number;
  /** False where the same trouble rang at an earlier attempt. */
  readonly triggersAlarm: boolean;
}

/** Result of moving the seller's part; `failure` is Stripe's error in place of a change. */
interface Settled {
  readonly hasMoved: boolean;
  readonly failure?: unknown;
}

/**
 * Moves the seller's part to where the buyer's money is: back to us as far as that is withdrawn, or all of it is
 * refunded, and to the seller again once a dispute is won or a refund has failed. Refunds in part are left as whoever made
 * them chose, until the bank or we have moved money too. Safe to repeat; throws while the capture is under way, so that it
 * is called again.
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
 * Reverses what is left of every transfer, and returns what is left of the fee that was taken from the first: with its
 * reversal, because the seller's balance holds the transfer without the fee; or before it, where an earlier reversal left
 * the fee with us, for Stripe returns no larger share of a fee than it reverses of the transfer.
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

/** Reverses so many cents of the charge's currency, from the newest transfer on; our fee stays with us. */
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

/** Transfers so many cents of the charge's currency, which is that of our balance. */
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

/** A seller whose balance is paid out, or whose account is gone, doesn't keep the other changes from being made. */
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

/** Names the state that the change starts from, so that two calls make it once, and the attempt, for a failure is stored. */
const changeKey = ({ attempt }: Context, what: string, id: string, from: number | string) =>
  buildIdempotencyKey(what, id, from, attempt);
