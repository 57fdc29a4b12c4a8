import type Stripe from "stripe";
import * as z from "zod/mini";
import { capture } from "./charges.ts";
import { moveDispute } from "./disputes.ts";
import { invalid } from "./errors.ts";
import { Flag, Integer, Metadata, parseParameters } from "./form.ts";
import { createTransaction } from "./ledger.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { newId } from "./state.ts";
import { commitFailedRefund, commitRefund } from "./tax-transactions.ts";
import { convertToPlatform, takeFromBalance } from "./transfers.ts";

const RefundForm = {
  charge: z.optional(z.string()),
  payment_intent: z.optional(z.string()),
  amount: z.optional(Integer),
  reason: z.optional(z.enum(["duplicate", "fraudulent", "requested_by_customer"])),
  reverse_transfer: z._default(Flag, false),
  refund_application_fee: z._default(Flag, false),
  metadata: Metadata,
};

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

function chargeNamed({ state }: Service, form: { charge?: string | undefined; payment_intent?: string | undefined }) {
  if (form.charge) return state.get("charge", form.charge, "charge");
  if (!form.payment_intent)
    throw invalid("One of the following params should be provided for this request: payment_intent or charge.");
  const intent = state.get("payment_intent", form.payment_intent, "payment_intent");
  if (!intent.latest_charge) {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    });
  }
  return state.get("charge", String(intent.latest_charge), "charge");
}

/** Refunds a charge fully or in part; reverses the transfer and refunds the application fee by the same share. */
export function createRefund({ params }: Call, service: Service): Stripe.Refund {
  const { state, ledger, now, emitEvent } = service;
  const form = parseParameters(RefundForm, params);
  const charge = capture(service, chargeNamed(service, form).id);
  const left = charge.amount - charge.amount_refunded;
  const disputes = charge.disputed ? state.all("dispute").filter((dispute) => dispute.charge === charge.id) : [];
  if (
    disputes.some((dispute) => !dispute.is_charge_refundable && !["won", "warning_closed"].includes(dispute.status))
  ) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  }
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  const amount = form.amount ?? left;
  if (amount < 1 || amount > left) {
    throw invalid(`Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`, {
      param: "amount",
    });
  }
  if (form.reverse_transfer && !charge.transfer) {
    throw invalid(`Cannot reverse transfer on charge ${charge.id} because it does not have an associated transfer.`, {
      param: "reverse_transfer",
    });
  }
  if (form.refund_application_fee) requireFee(charge);
  const id = newId("re");
  const { currency } = charge;
  const share = { part: amount, of: charge.amount, refund: id };
  const fee = form.refund_application_fee ? String(charge.application_fee) : undefined;
  const reversal = form.reverse_transfer ? reverseTransfer(service, String(charge.transfer), share, fee) : undefined;
  if (fee && !reversal) refundFee(service, fee, share);
  const booked = ledger.record({ type: "refund", amount: -amount, source: id, currency });
  const refund = state.put<Stripe.Refund>({
    id,
    object: "refund",
    amount,
    balance_transaction: booked.id,
    charge: charge.id,
    created: now(),
    currency,
    customer: null,
    customer_account: null,
    metadata: form.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: form.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: service.nextRefundStatus(),
    transfer_reversal: reversal?.id ?? null,
  });
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = state.put<Stripe.Charge>({
    ...charge,
    amount_refunded,
    refunded: amount_refunded === charge.amount,
  });
  commitRefund(service, refund);
  emitEvent("refund.created", refund);
  emitEvent("charge.refunded", refunded);
  if (refunded.refunded) {
    for (const { id: inquiry } of disputes.filter(({ is_charge_refundable }) => is_charge_refundable)) {
      moveDispute(service, inquiry, "warning_closed");
    }
  }
  return refund;
}

/** Ends a refund that is pending, or lets one that had succeeded come back: the money returns to the platform alone. */
export function finishRefund(service: Service, refundId: string, status: "succeeded" | "failed"): Stripe.Refund {
  const { state, ledger, emitEvent } = service;
  const refund = state.get("refund", refundId);
  const { amount, currency } = refund;
  const failure =
    status === "failed"
      ? {
          failure_reason: "expired_or_canceled_card",
          failure_balance_transaction: ledger.record({ type: "refund_failure", amount, source: refundId, currency }).id,
        }
      : {};
  const finished = state.put<Stripe.Refund>({ ...refund, status, ...failure });
  emitEvent("refund.updated", finished);
  if (status === "succeeded") return finished;
  const charge = state.get("charge", String(refund.charge));
  state.put<Stripe.Charge>({ ...charge, amount_refunded: charge.amount_refunded - amount, refunded: false });
  commitFailedRefund(service, finished);
  emitEvent("refund.failed", finished);
  return finished;
}

function requireFee(charge: Stripe.Charge | undefined) {
  if (charge?.application_fee) return;
  throw invalid(`Attempting to refund_application_fee on charge ${charge?.id}, but it has no application fee.`, {
    param: "refund_application_fee",
  });
}

/** The refunded share of a charge, which also applies to its transfer and its fee. */
interface Share {
  readonly part: number;
  readonly of: number;
  readonly refund: string | null;
}

const computeShare = (amount: number, { part, of }: Share) => Math.round((amount * part) / of);

/** Takes a share of a transfer back, and returns the same share of the fee that was collected from it, or neither. */
function reverseTransfer(
  service: Service,
  transferId: string,
  share: Share,
  feeId: string | undefined,
): Stripe.TransferReversal {
  const { state, ledger, now, emitEvent } = service;
  const transfer = state.get("transfer", transferId, "transfer");
  const left = transfer.amount - transfer.amount_reversed;
  const amount = Math.min(computeShare(transfer.amount, share), left);
  if (amount < 1)
    throw invalid(`Transfer ${transferId} is already fully reversed.`, { code: "transfer_already_reversed" });
  const id = newId("trr");
  const { currency } = transfer;
  const refund = newId("pyr");
  takeFromBalance(service, transfer, amount, { source: refund, returned: feeId ? feeShare(service, feeId, share) : 0 });
  if (feeId) refundFee(service, feeId, share);
  const booked = ledger.record({ type: "transfer_refund", amount, source: id, currency });
  const reversal = state.put<Stripe.TransferReversal>({
    id,
    object: "transfer_reversal",
    amount,
    balance_transaction: booked.id,
    created: now(),
    currency,
    destination_payment_refund: refund,
    metadata: {},
    source_refund: share.refund,
    transfer: transferId,
  });
  const amount_reversed = transfer.amount_reversed + amount;
  const reversals = { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] };
  const reversed = { ...transfer, amount_reversed, reversals, reversed: amount_reversed === transfer.amount };
  emitEvent("transfer.reversed", state.put<Stripe.Transfer>(reversed));
  return reversal;
}

/** Part of a fee that corresponds to a share of its charge, at most the part that isn't refunded yet. */
function feeShare({ state }: Service, feeId: string, share: Share): number {
  const fee = state.get("application_fee", feeId, "fee");
  return Math.min(computeShare(fee.amount, share), fee.amount - fee.amount_refunded);
}

function refundFee(service: Service, feeId: string, share: Share): Stripe.FeeRefund {
  const { state, ledger, now, emitEvent } = service;
  const fee = state.get("application_fee", feeId, "fee");
  const amount = feeShare(service, feeId, share);
  if (amount < 1) throw invalid(`Application fee ${feeId} has already been refunded.`, { param: "amount" });
  const id = newId("fr");
  const { currency } = fee;
  const returned = convertToPlatform(service, amount, currency);
  const booked = ledger.record({ type: "application_fee_refund", source: id, ...returned, amount: -returned.amount });
  const credited = createTransaction({ type: "application_fee_refund", amount, source: id, currency }, now());
  state.connected.put(String(fee.account), credited);
  const refund = state.put<Stripe.FeeRefund>({
    id,
    object: "fee_refund",
    amount,
    balance_transaction: booked.id,
    created: now(),
    currency,
    fee: feeId,
    metadata: {},
  });
  const amount_refunded = fee.amount_refunded + amount;
  const refunds = { ...fee.refunds, data: [refund, ...fee.refunds.data] };
  const changed = { ...fee, amount_refunded, refunds, refunded: amount_refunded === fee.amount };
  emitEvent("application_fee.refunded", state.put<Stripe.ApplicationFee>(changed));
  return refund;
}

const ReversalForm = {
  amount: z.optional(Integer),
  refund_application_fee: z._default(Flag, false),
  metadata: Metadata,
};

/** Reverses a transfer without a refund, as after a lost dispute. */
export function createReversal(call: Call, service: Service): Stripe.TransferReversal {
  const form = parseParameters(ReversalForm, call.params);
  const transfer = service.state.get("transfer", pathId(call), "transfer");
  const left = transfer.amount - transfer.amount_reversed;
  const part = form.amount ?? left;
  if (part > left) throw invalid("The reversal is larger than what is left of the transfer.", { param: "amount" });
  const share = { part, of: transfer.amount, refund: null };
  const charge = service.state.find("charge", String(transfer.source_transaction));
  if (form.refund_application_fee) requireFee(charge);
  const fee = form.refund_application_fee ? String(charge?.application_fee) : undefined;
  return reverseTransfer(service, transfer.id, share, fee);
}

const FeeRefundForm = { amount: z.optional(Integer), metadata: Metadata };

export function createFeeRefund(call: Call, service: Service): Stripe.FeeRefund {
  const { amount } = parseParameters(FeeRefundForm, call.params);
  const fee = service.state.get("application_fee", pathId(call), "fee");
  return refundFee(service, fee.id, { part: amount ?? fee.amount - fee.amount_refunded, of: fee.amount, refund: null });
}
