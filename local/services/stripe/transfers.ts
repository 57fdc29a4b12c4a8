import type Stripe from "stripe";
import * as z from "zod/mini";
import { getCard } from "./cards.ts";
import { createCharge } from "./charge-object.ts";
import { accountNotAccessible, invalid } from "./errors.ts";
import { Metadata, PositiveInteger, parseParameters } from "./form.ts";
import { createTransaction } from "./ledger.ts";
import type { Call, Service } from "./service.ts";
import { newId } from "./state.ts";

/** The only currency that the platform has a balance in. */
const PLATFORM_CURRENCY = "usd";

/** Stripe's fee for converting an amount back to the platform's currency, as a share of it. */
const CONVERSION_SHARE = 0.01;

/** An amount as a connected account gets it: in the currency of its balance. */
export function convertAmount({ state, getRate }: Service, accountId: string, amount: number, from: string) {
  const currency = state.find("account", accountId)?.default_currency ?? from;
  if (currency === from) return { amount, currency, exchangeRate: undefined };
  const exchangeRate = getRate(currency) / getRate(from);
  return { amount: Math.round(amount * exchangeRate), currency, exchangeRate };
}

/** An amount of a connected account's as the platform gets it, or pays it back. */
export function convertToPlatform({ getRate }: Service, amount: number, from: string) {
  if (from === PLATFORM_CURRENCY) return { amount, currency: from, exchangeRate: undefined };
  const exchangeRate = (1 - CONVERSION_SHARE) / getRate(from);
  return { amount: Math.round(amount * exchangeRate), currency: PLATFORM_CURRENCY, exchangeRate };
}

/** The account on whose behalf a request is made; throws Stripe's refusal of one that isn't connected. */
export function connectedAccount({ account = "" }: Call, { state }: Service): string {
  if (!state.find("account", account)) throw accountNotAccessible(account);
  return account;
}

/** An account's balance by currency. */
export function getBalance({ state }: Service, accountId: string): ReadonlyMap<string, number> {
  const balance = new Map<string, number>();
  for (const { currency, net } of state.connected.transactions(accountId)) {
    balance.set(currency, (balance.get(currency) ?? 0) + net);
  }
  return balance;
}

interface Sending {
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  /** The charge that the money comes from, and the fee that is collected from it at once. */
  readonly charge?: Stripe.Charge | undefined;
  readonly fee?: Stripe.ApplicationFee | undefined;
  readonly form?: Partial<Pick<Stripe.Transfer, "description" | "metadata" | "source_transaction" | "transfer_group">>;
}

/** Moves money from the platform's balance to a connected account, which gets it as a payment in its own currency. */
export function sendTransfer(service: Service, { amount, currency, destination, charge, fee, form = {} }: Sending) {
  const { state, ledger, now, emitEvent } = service;
  const id = newId("tr");
  const booked = ledger.record({ type: "transfer", amount: -amount, source: id, currency });
  const payment = newId("py");
  const settled = createTransaction(
    {
      type: "payment",
      source: payment,
      fee: fee?.amount ?? 0,
      ...convertAmount(service, destination, amount, currency),
    },
    now(),
    "application_fee",
  );
  state.connected.put(destination, settled);
  state.connected.put(destination, {
    ...createCharge(buildPayment(amount, currency), getCard(""), {}, now()),
    id: payment,
    application_fee: fee?.id ?? null,
    balance_transaction: settled.id,
    payment_intent: null,
    payment_method: null,
    source_transfer: id,
  });
  const transfer = state.put<Stripe.Transfer>({
    id,
    object: "transfer",
    amount,
    amount_reversed: 0,
    balance_transaction: booked.id,
    created: now(),
    currency,
    description: null,
    destination,
    destination_payment: payment,
    livemode: false,
    metadata: {},
    reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: charge?.id ?? null,
    source_type: "card",
    transfer_group: charge?.transfer_group ?? null,
    ...form,
  });
  emitEvent("transfer.created", transfer);
  return transfer;
}

const buildPayment = (amount: number, currency: string) => ({
  id: "",
  amount,
  currency,
  application_fee_amount: null,
  customer: null,
  description: null,
  metadata: {},
  on_behalf_of: null,
  payment_method: null,
  receipt_email: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
});

/**
 * Takes a part of a transfer from the account's balance at the transfer's rate. Refused where the balance, with what is
 * `returned` to it at once, is lower.
 */
export function takeFromBalance(
  service: Service,
  transfer: Stripe.Transfer,
  part: number,
  { source, returned }: { readonly source: string; readonly returned: number },
): void {
  const { state, now } = service;
  const account = String(transfer.destination);
  const received = state.connected
    .transactions(account)
    .find((transaction) => transaction.source === transfer.destination_payment);
  if (!received) return;
  const { currency, exchange_rate } = received;
  const amount = Math.round((received.amount * part) / transfer.amount);
  if ((getBalance(service, account).get(currency) ?? 0) + returned < amount) {
    throw invalid("The recipient has insufficient funds in their Stripe account for this reversal.", {
      code: "balance_insufficient",
    });
  }
  const taken = { type: "payment_refund", amount: -amount, source, currency } as const;
  state.connected.put(account, createTransaction({ ...taken, exchangeRate: exchange_rate ?? undefined }, now()));
}

/** Refuses an account that the platform can't transfer to; `param` is where the request names it. */
export function requirePayee({ state }: Service, accountId: string, param: string): void {
  const account = state.get("account", accountId, param);
  if (account.capabilities?.transfers === "active") return;
  throw invalid(
    "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
    { code: "insufficient_capabilities_for_transfer", param },
  );
}

const TransferForm = {
  amount: PositiveInteger,
  currency: z.string(),
  destination: z.string(),
  description: z.optional(z.string()),
  source_transaction: z.optional(z.string()),
  transfer_group: z.optional(z.string()),
  metadata: Metadata,
};

/** A transfer from the platform's balance, in a currency that it has. */
export function createTransfer({ params }: Call, service: Service): Stripe.Transfer {
  const { description, source_transaction, transfer_group, metadata, ...form } = parseParameters(TransferForm, params);
  requirePayee(service, form.destination, "destination");
  if (form.currency !== PLATFORM_CURRENCY) {
    throw invalid("You have insufficient available funds in your Stripe account.", { code: "balance_insufficient" });
  }
  return sendTransfer(service, {
    amount: form.amount,
    currency: form.currency,
    destination: form.destination,
    form: {
      description: description ?? null,
      source_transaction: source_transaction ?? null,
      transfer_group: transfer_group ?? null,
      metadata: metadata ?? {},
    },
  });
}
