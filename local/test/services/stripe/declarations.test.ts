import type Stripe from "stripe";
import { expect, test } from "vitest";
import { OPERATIONS } from "#local/services/stripe/operations.ts";
import type { Exchange } from "#local/services/stripe/protocol.ts";
import { deleteCustomer } from "../../../../lambdas/areas/purchases/stripe/customer.ts";
import {
  openSellerAccount,
  readOnboarding,
  readPayouts,
  startOnboarding,
} from "../../../../shared/contract/onboarding.ts";
import {
  cancelIntent,
  listPaymentMethods,
  openPaymentSession,
  readCheckout,
  refundOrder,
  removePaymentMethod,
} from "../../../../shared/contract/orders.ts";
import { readLedgers } from "../../../../test/support/ledgers.ts";
import { startShop } from "../../../../test/support/purchasing.ts";
import { checkTypes, type Typed } from "./support/check-types.ts";

const { api, given, shop } = await startShop({ features: { tax: true } });
const stripe = api.provider;
const exchanges: Exchange[] = [];
api.stripe.observe((exchange) => exchanges.push(exchange));

/** Makes the product's calls to Stripe. */
async function runProduct() {
  const { userId } = await given.user();
  const self = { as: userId, params: { userId } };
  const { body } = await api.call(startOnboarding, { ...self, body: { userBusinessAddress: "AT" } });
  await fetch(body.redirect);
  await api.call(readOnboarding, self);
  await fetch(body.redirect, {
    method: "POST",
    body: new URLSearchParams([["given", "business"]]),
    redirect: "manual",
  });
  await api.call(startOnboarding, { ...self, body: { userBusinessAddress: "AT" } });

  const { seller, buyer, ...offered } = await shop.offer();
  const beginIntent = async (buyerId: string) => (await shop.begin(offered, buyerId)).body.orderIntent;
  const canceled = await beginIntent(buyer.userId);
  await api.call(readCheckout, { as: buyer.userId, params: offered });
  await api.call(cancelIntent, { as: buyer.userId, params: { userId: buyer.userId, intentId: canceled } });
  const declined = await beginIntent(buyer.userId);
  await shop.pay(declined, "pm_card_visa_chargeDeclined").catch(() => {});
  await shop.pay(declined, "pm_card_threeDSecure2Required");
  await api.call(cancelIntent, { as: buyer.userId, params: { userId: buyer.userId, intentId: declined } });
  await saveAndRemove(offered);
  const refunded = await shop.purchase(offered, buyer.userId);
  await api.call(refundOrder, { as: seller.userId, params: { orderId: refunded.orderId } });
  for (const outcome of ["won", "lost"] as const) {
    const { orderIntent } = await shop.purchase(offered, (await given.user()).userId);
    const { latest_charge } = await stripe.paymentIntents.retrieve(orderIntent);
    api.stripe.warnOfFraud(String(latest_charge));
    const dispute = api.stripe.disputeCharge(String(latest_charge));
    await shop.deliver();
    api.stripe.closeDispute(dispute.id, outcome);
    await shop.deliver();
  }
  const own = { as: seller.userId, params: { userId: seller.userId } };
  await api.call(openSellerAccount, own);
  api.stripe.requireAtDeadline(seller.stripeId, ["individual.id_number"], 1_800_000_000);
  await api.call(openSellerAccount, own);
  const { userId: paidOut, stripeId } = await given.seller();
  await stripe.accounts.update(stripeId, { metadata: { userId: paidOut } });
  api.stripe.failPayout(stripeId);
  await shop.deliver();
  await api.call(readPayouts, { as: paidOut, params: { userId: paidOut } });
  await readLedgers(api);
  return { offered };
}

/** A buyer saves a card at checkout and removes it in the settings; their account is closed. */
async function saveAndRemove(offered: Parameters<typeof shop.begin>[0]) {
  const { userId } = await given.user();
  const own = { as: userId, params: { userId } };
  await api.call(openPaymentSession, own);
  const { body } = await shop.begin(offered, userId, { savedCards: true });
  const saving = { payment_method: "pm_card_visa", setup_future_usage: "on_session" } as const;
  const { customer } = await stripe.paymentIntents.confirm(body.orderIntent, saving);
  const [card] = (await api.call(listPaymentMethods, own)).body.items;
  const params = { userId, paymentMethodId: card?.paymentMethodId ?? "" };
  await api.call(removePaymentMethod, { as: userId, params });
  await deleteCustomer(api.services.payments, String(customer));
  await stripe.customers.retrieve(String(customer));
}

/** Makes calls to Stripe that only the card form, operators and tests need. */
async function runProvider({ offered }: Awaited<ReturnType<typeof runProduct>>) {
  const pay = async (card: string) => {
    const { body } = await shop.begin(offered, (await given.user()).userId);
    return shop.pay(body.orderIntent, card);
  };
  const browser = async (path: string, secret: string, form: Record<string, string>) => {
    const headers = { authorization: "Bearer pk_test" };
    const body = new URLSearchParams({ client_secret: secret, ...form });
    await fetch(`${api.stripe.url}/v1/payment_intents/${path}`, { method: "POST", headers, body });
  };
  for (const outcome of ["succeed", "fail"]) {
    const { id, client_secret } = await pay("pm_card_threeDSecure2Required");
    await fetch(`${api.stripe.url}/v1/payment_intents/${id}?client_secret=${client_secret}`, {
      headers: { authorization: "Bearer pk_test" },
    });
    await browser(`${id}/authenticate`, client_secret ?? "", { outcome });
  }
  const elsewhere = (await shop.begin(offered, (await given.user()).userId)).body;
  await browser(`${elsewhere.orderIntent}/confirm`, elsewhere.clientSecret, {
    "payment_method_data[type]": "amazon_pay",
    return_url: "https://ochre.test/checkout",
  });
  await fetch(`${api.stripe.url}/redirects/${elsewhere.orderIntent}`, {
    method: "POST",
    body: new URLSearchParams({ outcome: "succeed" }),
    redirect: "manual",
  });
  const { body } = await shop.begin(offered, (await given.user()).userId);
  const card = { number: "4242424242424242", exp_month: "1", exp_year: "40", cvc: "123" };
  await browser(`${body.orderIntent}/confirm`, body.clientSecret, {
    "payment_method_data[type]": "card",
    ...Object.fromEntries(Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])),
  });
  const { id: customer } = await stripe.customers.create({ metadata: {} });
  const features = { payment_method_redisplay: "enabled", payment_method_remove: "enabled" } as const;
  const components = { payment_element: { enabled: true, features } };
  const { client_secret } = await stripe.customerSessions.create({ customer, components });
  const kept = await stripe.paymentIntents.create({ amount: 1000, currency: "usd", customer });
  const { payment_method } = await stripe.paymentIntents.confirm(kept.id, {
    payment_method: "pm_card_visa",
    setup_future_usage: "on_session",
  });
  const session = new URLSearchParams({ customer_session_client_secret: client_secret });
  const headers = { authorization: "Bearer pk_test" };
  await fetch(`${api.stripe.url}/v1/elements/sessions?${session}`, { headers });
  const detach = `${api.stripe.url}/v1/elements/payment_methods/${payment_method}/detach`;
  await fetch(detach, { method: "POST", headers, body: session });
  const partly = await pay("pm_card_mastercard");
  await stripe.refunds.create({ payment_intent: partly.id, amount: 100, reverse_transfer: true });
  const charge = await stripe.charges.retrieve(String(partly.latest_charge));
  await stripe.applicationFees.createRefund(String(charge.application_fee), { amount: 10 });
  await pay("pm_card_createDispute");
  const { data: disputes } = await stripe.disputes.list();
  const [open] = disputes;
  const file = { data: Buffer.from("%PDF-1.7"), name: "terms.pdf", type: "application/pdf" };
  const { id: receipt } = await stripe.files.create({ purpose: "dispute_evidence", file });
  await stripe.disputes.update(open?.id ?? "", { evidence: { receipt }, submit: false });
  await stripe.disputes.update(open?.id ?? "", { evidence: { uncategorized_text: "A text" }, submit: true });
  await stripe.disputes.close(open?.id ?? "");
  for (const kind of [
    stripe.accounts,
    stripe.charges,
    stripe.paymentIntents,
    stripe.refunds,
    stripe.transfers,
    stripe.applicationFees,
    stripe.balanceTransactions,
    stripe.events,
  ] as const) {
    const { data } = await kind.list({ limit: 100 });
    if ("retrieve" in kind && data[0]) await (kind as Stripe["charges"]).retrieve(data[0].id);
  }
  await stripe.accounts.create({ type: "express" }).catch(() => undefined);
  const [account] = (await stripe.accounts.list()).data;
  await stripe.accounts.update(account?.id ?? "", { email: "new@ochre.test" });
  await stripe.balance.retrieve();
}

/** The declared type of an object in an answer. */
const KINDS: Readonly<Record<string, string>> = {
  account: "Stripe.Account",
  login_link: "Stripe.LoginLink",
  application_fee: "Stripe.ApplicationFee",
  balance: "Stripe.Balance",
  customer: "Stripe.Customer | Stripe.DeletedCustomer",
  customer_session: "Stripe.CustomerSession",
  // The browser script's own.
  elements_session: "object",
  "v2.core.account": "Stripe.V2.Core.Account",
  "v2.core.account_link": "Stripe.V2.Core.AccountLink",
  balance_transaction: "Stripe.BalanceTransaction",
  charge: "Stripe.Charge",
  dispute: "Stripe.Dispute",
  fee_refund: "Stripe.FeeRefund",
  file: "Stripe.File",
  "radar.early_fraud_warning": "Stripe.Radar.EarlyFraudWarning",
  payment_intent: "Stripe.PaymentIntent",
  payment_method: "Stripe.PaymentMethod",
  payout: "Stripe.Payout",
  "tax.association": "Stripe.Tax.Association",
  "tax.calculation": "Stripe.Tax.Calculation",
  "tax.transaction": "Stripe.Tax.Transaction",
  refund: "Stripe.Refund",
  transfer: "Stripe.Transfer",
  transfer_reversal: "Stripe.TransferReversal",
};

interface Answer {
  readonly object?: string;
  readonly type?: string;
  readonly data?: readonly Answer[];
}

const getType = ({ object = "", type }: Pick<Answer, "object" | "type">): string =>
  object === "event" ? `Extract<Stripe.Event, { type: "${type}" }>` : (KINDS[object] ?? "never");

/** The objects of a list are typed one by one; answers to the browser are a part of the object. */
function typedAnswers({ operation, status, body, fromBrowser }: Exchange): Typed[] {
  const value = JSON.parse(body) as Answer;
  const name = `${operation} ${status}`;
  if (status >= 400) return [{ name, type: "{ error: RawError }", value }];
  if (value.object === "list") {
    const items = (value.data ?? []).map((item) => ({ name, type: getType(item), value: item }));
    return [{ name, type: "Stripe.ApiList<never>", value: { ...value, data: [] } }, ...items];
  }
  return [{ name, type: fromBrowser ? `Partial<${getType(value)}>` : getType(value), value }];
}

/** Declares the type of a raw error, without the fields that the client adds, and a type for parameter names. */
const PREAMBLE = `
type RawError = Partial<Omit<Stripe.StripeRawError, "type">> & { type: string; message: string };
type Names<T> = T extends readonly (infer U)[] ? Names<U>[] : T extends object ? { [K in keyof T]?: Names<T[K]> } : string;`;

/** The declared parameters of an operation; of a form only their names count, for it has nothing but text. */
const PARAMETERS: Readonly<Record<string, string>> = {
  "POST /v2/core/accounts": "V2.Core.AccountCreateParams",
  "POST /v2/core/account_links": "V2.Core.AccountLinkCreateParams",
  "POST /v1/accounts": "AccountCreateParams",
  "GET /v1/accounts": "AccountListParams",
  "GET /v1/accounts/:id": "AccountRetrieveParams",
  "POST /v1/accounts/:id": "AccountUpdateParams",
  "POST /v1/accounts/:id/login_links": "AccountCreateLoginLinkParams",
  "POST /v1/customers": "CustomerCreateParams",
  "GET /v1/customers/:id": "CustomerRetrieveParams",
  "DELETE /v1/customers/:id": "CustomerDeleteParams",
  "GET /v1/customers/:id/payment_methods": "CustomerListPaymentMethodsParams",
  "GET /v1/customers/:id/payment_methods/:id": "CustomerRetrievePaymentMethodParams",
  "POST /v1/customer_sessions": "CustomerSessionCreateParams",
  "POST /v1/payment_methods/:id/detach": "PaymentMethodDetachParams",
  "POST /v1/payment_intents": "PaymentIntentCreateParams",
  "GET /v1/payment_intents": "PaymentIntentListParams",
  "GET /v1/payment_intents/:id": "PaymentIntentRetrieveParams",
  "POST /v1/payment_intents/:id/cancel": "PaymentIntentCancelParams",
  "POST /v1/payment_intents/:id/confirm": "PaymentIntentConfirmParams",
  "GET /v1/charges": "ChargeListParams",
  "GET /v1/charges/:id": "ChargeRetrieveParams",
  "POST /v1/refunds": "RefundCreateParams",
  "GET /v1/refunds": "RefundListParams",
  "GET /v1/refunds/:id": "RefundRetrieveParams",
  "POST /v1/transfers": "TransferCreateParams",
  "GET /v1/transfers": "TransferListParams",
  "GET /v1/transfers/:id": "TransferRetrieveParams",
  "POST /v1/transfers/:id/reversals": "TransferCreateReversalParams",
  "GET /v1/application_fees": "ApplicationFeeListParams",
  "GET /v1/application_fees/:id": "ApplicationFeeRetrieveParams",
  "POST /v1/application_fees/:id/refunds": "ApplicationFeeCreateRefundParams",
  "GET /v1/disputes": "DisputeListParams",
  "GET /v1/disputes/:id": "DisputeRetrieveParams",
  "POST /v1/disputes/:id": "DisputeUpdateParams",
  "POST /v1/disputes/:id/close": "DisputeCloseParams",
  "POST /v1/files": "FileCreateParams",
  "GET /v1/payouts": "PayoutListParams",
  "GET /v1/payouts/:id": "PayoutRetrieveParams",
  "GET /v1/radar/early_fraud_warnings/:id": "Radar.EarlyFraudWarningRetrieveParams",
  "POST /v1/tax/calculations": "Tax.CalculationCreateParams",
  "GET /v1/tax/associations/find": "Tax.AssociationFindParams",
  "GET /v1/tax/transactions/:id": "Tax.TransactionRetrieveParams",
  "POST /v1/tax/transactions/create_reversal": "Tax.TransactionCreateReversalParams",
  "GET /v1/balance": "BalanceRetrieveParams",
  "GET /v1/balance_transactions": "BalanceTransactionListParams",
  "GET /v1/balance_transactions/:id": "BalanceTransactionRetrieveParams",
  "GET /v1/events": "EventListParams",
  "GET /v1/events/:id": "EventRetrieveParams",
};

const typedRequest = ({ operation, params }: Exchange): Typed => ({
  name: `request ${operation}`,
  type: operation.includes("/v2/") ? `Stripe.${PARAMETERS[operation]}` : `Names<Stripe.${PARAMETERS[operation]}>`,
  value: "file" in params ? { ...params, file: { name: (params.file as { name: string }).name } } : params,
});

test("every request, response and event matches the types of Stripe's client", async () => {
  await runProvider(await runProduct());
  expect(new Set(exchanges.map(({ operation }) => operation))).toEqual(new Set(Object.keys(OPERATIONS)));
  const requests = exchanges.filter(({ fromBrowser }) => !fromBrowser).map(typedRequest);
  const answers = exchanges.flatMap(typedAnswers);
  const events = api.stripe
    .events()
    .map((event): Typed => ({ name: `event ${event.type}`, type: getType(event), value: event }));
  const wrong = { name: "a wrong value", type: "Stripe.ApiList<never>", value: { object: "list", data: [], url: "" } };
  const faults = await checkTypes([wrong, ...requests, ...answers, ...events], PREAMBLE);
  expect(faults).toEqual([expect.stringMatching(/^a wrong value: .*'has_more'/)]);
});
