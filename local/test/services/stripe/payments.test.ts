import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeService, startStripe } from "#local/services/stripe/stripe.ts";
import { createAccount } from "../../../../test/support/seller-account.ts";

let service: StripeService;
let stripe: Stripe;
let seller: Stripe.V2.Core.Account;

beforeAll(async () => {
  service = await startStripe();
  const { hostname, port } = new URL(service.url);
  stripe = new Stripe(service.keys.secretKey, { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
  seller = await createAccount(stripe, "US");
  service.submitDetails(seller.id);
});

afterAll(() => service.stop());

test("Accounts v1 creates no account for a platform that hasn't enabled it", async () => {
  await expect(stripe.accounts.create({ type: "express", country: "AT" })).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
    message: expect.stringContaining("POST /v2/core/accounts"),
  });
});

const order = () => ({
  amount: 1285,
  currency: "usd",
  application_fee_amount: 435,
  on_behalf_of: seller.id,
  transfer_data: { destination: seller.id },
  payment_method_types: ["card"],
  metadata: { orderId: "an-order" },
});

const paid = async (payment_method = "pm_card_visa") => {
  const { id } = await stripe.paymentIntents.create(order());
  const intent = await stripe.paymentIntents.confirm(id, { payment_method });
  service.capture();
  return intent;
};

describe("a payment", () => {
  test("has an id of 27 characters and a secret for the browser", async () => {
    const intent = await stripe.paymentIntents.create(order());
    expect(intent.id).toMatch(/^pi_[0-9A-Za-z]{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    expect(intent).toMatchObject({ status: "requires_payment_method", metadata: { orderId: "an-order" } });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id, amount: 1285 });
  });

  test("transfers the full amount to the seller and collects the fee from there", async () => {
    const before = (await stripe.balance.retrieve()).available[0]?.amount ?? 0;
    const intent = await paid();
    expect(intent.status).toBe("succeeded");
    const charge = await stripe.charges.retrieve(String(intent.latest_charge), {
      expand: ["transfer", "application_fee", "balance_transaction"],
    });
    expect(charge).toMatchObject({
      amount: 1285,
      transfer: { amount: 1285, destination: seller.id },
      application_fee: { amount: 435, account: seller.id },
      balance_transaction: { amount: 1285, fee: 67, net: 1218 },
    });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(before + 435 - 67);
  });

  test("is captured a moment later: until then its charge has no transfer, no fee and no balance transaction", async () => {
    const { id } = await stripe.paymentIntents.create(order());
    const { latest_charge } = await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    const read = () => stripe.charges.retrieve(String(latest_charge), { expand: ["balance_transaction", "transfer"] });
    const pending = await read();
    expect([pending.captured, pending.balance_transaction, pending.application_fee]).toEqual([true, null, null]);
    expect(pending.transfer ?? null).toBeNull();
    service.webhooks.take();
    service.capture();
    expect(service.webhooks.take().map(({ event }) => event.type)).toContain("charge.updated");
    expect(await read()).toMatchObject({ transfer: { amount: 1285 }, balance_transaction: { net: 1218 } });
  });

  test("that is declined can be retried with another card", async () => {
    const { id } = await stripe.paymentIntents.create(order());
    const declined = stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa_chargeDeclined" });
    await expect(declined).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
      decline_code: "generic_decline",
      payment_intent: { status: "requires_payment_method" },
    });
    expect((await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" })).status).toBe("succeeded");
  });

  test("can be canceled until it is paid, and not confirmed after that", async () => {
    const { id } = await stripe.paymentIntents.create(order());
    expect((await stripe.paymentIntents.cancel(id)).status).toBe("canceled");
    const late = stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    await expect(late).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
    await expect(stripe.paymentIntents.cancel((await paid()).id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
      payment_intent: { status: "succeeded" },
    });
  });

  test("requires a seller with an active account", async () => {
    const { id } = await createAccount(stripe, "AT");
    await expect(
      stripe.paymentIntents.create({ ...order(), on_behalf_of: id, transfer_data: { destination: id } }),
    ).rejects.toMatchObject({ code: "insufficient_capabilities_for_transfer" });
  });

  test.each([
    ["zero", 0, "This value must be greater than or equal to 1."],
    ["all of the amount", 1285, "must be less than the amount"],
  ])("can't have an application fee of %s", async (_, application_fee_amount, message) => {
    const refused = stripe.paymentIntents.create({ ...order(), application_fee_amount });
    await expect(refused).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      param: "application_fee_amount",
      message: expect.stringContaining(message),
    });
  });

  test("is refused with an unknown parameter, or without a required one", async () => {
    const { amount: _amount, ...rest } = order();
    await expect(stripe.paymentIntents.create(rest as never)).rejects.toMatchObject({ code: "parameter_missing" });
    const unknown = { ...order(), colour: "ochre" };
    await expect(stripe.paymentIntents.create(unknown)).rejects.toMatchObject({
      code: "parameter_unknown",
      param: "colour",
    });
  });
});

describe("an idempotency key", () => {
  test("answers the same call with the same payment", async () => {
    const [first, second] = await Promise.all([
      stripe.paymentIntents.create(order(), { idempotencyKey: "one" }),
      stripe.paymentIntents.create(order(), { idempotencyKey: "one" }),
    ]);
    expect(second.id).toBe(first.id);
  });

  test("is refused with other parameters", async () => {
    await stripe.paymentIntents.create(order(), { idempotencyKey: "two" });
    const other = stripe.paymentIntents.create({ ...order(), amount: 2000 }, { idempotencyKey: "two" });
    await expect(other).rejects.toMatchObject({ type: "StripeIdempotencyError" });
  });

  test("replays a decline instead of charging the card again", async () => {
    const { id } = await stripe.paymentIntents.create(order());
    const confirm = () =>
      stripe.paymentIntents.confirm(id, { payment_method: "pm_card_chargeDeclined" }, { idempotencyKey: "three" });
    await expect(confirm()).rejects.toMatchObject({ code: "card_declined" });
    const eventCount = service.webhooks.take().length;
    await expect(confirm()).rejects.toMatchObject({ code: "card_declined" });
    expect([eventCount > 0, service.webhooks.take()]).toEqual([true, []]);
  });
});

describe("a refund", () => {
  test("reverses the transfer and the fee, so that only Stripe's own fee is lost", async () => {
    const before = (await stripe.balance.retrieve()).available[0]?.amount ?? 0;
    const intent = await paid();
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      reverse_transfer: true,
      refund_application_fee: true,
    });
    expect(refund).toMatchObject({ amount: 1285, status: "succeeded" });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(before - 67);
    const charge = await stripe.charges.retrieve(String(intent.latest_charge), { expand: ["transfer"] });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 1285, transfer: { reversed: true } });
  });

  test("of a part reverses the same part of both", async () => {
    const intent = await paid();
    await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 257,
      reverse_transfer: true,
      refund_application_fee: true,
    });
    const charge = await stripe.charges.retrieve(String(intent.latest_charge), {
      expand: ["transfer", "application_fee"],
    });
    expect(charge).toMatchObject({
      refunded: false,
      transfer: { amount_reversed: 257 },
      application_fee: { amount_refunded: 87 },
    });
  });

  test("can't return an application fee or a transfer that the charge doesn't have", async () => {
    const { application_fee_amount: _fee, ...withoutFee } = order();
    const { on_behalf_of: _seller, transfer_data: _payee, ...plain } = withoutFee;
    const pay = async (form: Stripe.PaymentIntentCreateParams) => {
      const { id } = await stripe.paymentIntents.create(form);
      return stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    };
    const [feeless, own] = [await pay(withoutFee), await pay(plain)];
    const refund = (payment_intent: string, form: object) => stripe.refunds.create({ payment_intent, ...form });
    const noFee = expect.stringContaining("but it has no application fee");
    const both = { reverse_transfer: true, refund_application_fee: true };
    await expect(refund(feeless.id, both)).rejects.toMatchObject({ message: noFee });
    await expect(refund(own.id, { reverse_transfer: true })).rejects.toMatchObject({ param: "reverse_transfer" });
    const { transfer } = await stripe.charges.retrieve(String(feeless.latest_charge));
    await expect(
      stripe.transfers.createReversal(String(transfer), { refund_application_fee: true }),
    ).rejects.toMatchObject({ message: noFee });
    expect((await stripe.transfers.retrieve(String(transfer))).reversed).toBe(false);
    expect((await refund(feeless.id, { reverse_transfer: true })).amount).toBe(1285);
    expect((await refund(own.id, {})).amount).toBe(1285);
  });

  test("can be made once", async () => {
    const { id } = await paid();
    await stripe.refunds.create({ payment_intent: id });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
  });
});

describe("an account that settles in another currency", () => {
  async function sell() {
    const abroad = await createAccount(stripe, "GB");
    service.submitDetails(abroad.id);
    const form = { ...order(), on_behalf_of: abroad.id, transfer_data: { destination: abroad.id } };
    const { id } = await stripe.paymentIntents.create(form);
    await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    service.capture();
    const { latest_charge } = await stripe.paymentIntents.retrieve(id, {
      expand: [
        "latest_charge.transfer.destination_payment.balance_transaction",
        "latest_charge.application_fee.balance_transaction",
      ],
    });
    const charge = latest_charge as Stripe.Charge;
    return { abroad, charge, transfer: charge.transfer as Stripe.Transfer };
  }

  test("gets the payment in that currency less the fee, which the platform gets in its own", async () => {
    const { abroad, charge, transfer } = await sell();
    expect(transfer).toMatchObject({
      amount: 1285,
      currency: "usd",
      destination_payment: {
        object: "charge",
        balance_transaction: { amount: 1015, currency: "gbp", exchange_rate: 0.79, fee: 344, net: 671 },
      },
    });
    expect(charge.application_fee).toMatchObject({
      amount: 344,
      currency: "gbp",
      balance_transaction: { amount: 431, currency: "usd" },
    });
    expect([...service.getBalance(abroad.id)]).toEqual([["gbp", 671]]);
    expect((await stripe.charges.list({ limit: 100 })).data.map(({ id }) => id)).not.toContain(
      (transfer.destination_payment as Stripe.Charge).id,
    );
  });

  test("can return only what is in its balance, with the fee that it gets back at once", async () => {
    const { abroad, transfer } = await sell();
    await expect(stripe.transfers.createReversal(transfer.id)).rejects.toMatchObject({ code: "balance_insufficient" });
    await stripe.transfers.createReversal(transfer.id, { refund_application_fee: true });
    expect([...service.getBalance(abroad.id)]).toEqual([["gbp", 0]]);
    const again = await sell();
    service.payOut(again.abroad.id);
    await expect(
      stripe.transfers.createReversal(again.transfer.id, { refund_application_fee: true }),
    ).rejects.toMatchObject({ code: "balance_insufficient" });
    const all = { payment_intent: String(again.charge.payment_intent), reverse_transfer: true };
    await expect(stripe.refunds.create(all)).rejects.toMatchObject({ code: "balance_insufficient" });
    expect((await stripe.charges.retrieve(again.charge.id)).refunded).toBe(false);
  });

  test("gets transfers of the platform only in a currency of the platform's balance", async () => {
    const { abroad } = await sell();
    const transfer = { amount: 100, destination: abroad.id };
    await expect(stripe.transfers.create({ ...transfer, currency: "gbp" })).rejects.toMatchObject({
      code: "balance_insufficient",
    });
    await stripe.transfers.create({ ...transfer, currency: "usd" });
    expect([...service.getBalance(abroad.id)]).toEqual([["gbp", 671 + 79]]);
  });

  test("gets transfers of the platform only while its transfers are active", async () => {
    const { abroad } = await sell();
    const transfer = { amount: 100, currency: "usd", destination: abroad.id };
    service.submitDetails(abroad.id, ["identity"]);
    await expect(stripe.transfers.create(transfer)).rejects.toMatchObject({
      code: "insufficient_capabilities_for_transfer",
      param: "destination",
    });
    service.submitDetails(abroad.id);
    await stripe.transfers.create(transfer);
  });
});

test("an object is expanded four levels deep, and no deeper", async () => {
  const expand = ["data.latest_charge.transfer.destination_payment.balance_transaction"];
  await expect(stripe.paymentIntents.list({ expand })).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
});

describe("a dispute", () => {
  const disputePayment = async () => {
    const { latest_charge } = await paid("pm_card_createDispute");
    const [dispute] = (await stripe.disputes.list({ charge: String(latest_charge) })).data;
    return { charge: String(latest_charge), dispute: dispute as Stripe.Dispute };
  };

  test("withdraws the amount and a fee until the bank has decided", async () => {
    const before = (await stripe.balance.retrieve()).available[0]?.amount ?? 0;
    const { dispute } = await disputePayment();
    expect(dispute).toMatchObject({ amount: 1285, status: "needs_response" });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(before + 435 - 67 - 1285 - 1500);
    const evidence = { uncategorized_text: "winning_evidence" };
    expect(await stripe.disputes.update(dispute.id, { evidence, submit: true })).toMatchObject({ status: "won" });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(before + 435 - 67 - 1500);
  });

  test("that is lost refuses a refund but allows the transfer's reversal", async () => {
    const { charge, dispute } = await disputePayment();
    expect(await stripe.disputes.close(dispute.id)).toMatchObject({ status: "lost" });
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_disputed" });
    const { transfer } = await stripe.charges.retrieve(charge);
    const form = { refund_application_fee: true };
    expect(await stripe.transfers.createReversal(String(transfer), form)).toMatchObject({ amount: 1285 });
  });

  test("takes files that exist, of the types and sizes that banks take", async () => {
    const { dispute } = await disputePayment();
    const create = (data: Buffer) =>
      stripe.files.create({ purpose: "dispute_evidence", file: { data, name: "file", type: "application/pdf" } });
    await expect(create(Buffer.from("GIF89a"))).rejects.toMatchObject({ param: "file" });
    const pdf = (bytes: number) => create(Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(bytes)]));
    await expect(pdf(5 * 1024 * 1024)).rejects.toMatchObject({ param: "file" });
    const [receipt, uncategorized_file] = [(await pdf(3_000_000)).id, (await pdf(3_000_000)).id];
    const attach = (evidence: Stripe.DisputeUpdateParams.Evidence) =>
      stripe.disputes.update(dispute.id, { evidence, submit: false });
    await expect(attach({ receipt: "file_unknown" })).rejects.toMatchObject({ param: "evidence[receipt]" });
    await expect(attach({ receipt, uncategorized_file })).rejects.toMatchObject({ param: "evidence" });
    expect(await attach({ receipt })).toMatchObject({ status: "needs_response", evidence: { receipt } });
    expect(await attach({ receipt: "" })).toMatchObject({ status: "needs_response", evidence: { receipt: null } });
  });

  test("has its evidence submitted by any call that doesn't say otherwise", async () => {
    const { dispute } = await disputePayment();
    const { status, evidence_details } = await stripe.disputes.update(dispute.id, { metadata: { seen: "yes" } });
    expect([status, evidence_details.submission_count]).toEqual(["needs_response", 0]);
    const evidence = { uncategorized_text: "Downloaded at once." };
    expect(await stripe.disputes.update(dispute.id, { evidence })).toMatchObject({
      status: "under_review",
      evidence_details: { submission_count: 1 },
    });
  });
});

test("lists are paged from the newest to the oldest", async () => {
  await Promise.all([paid(), paid(), paid()]);
  const first = await stripe.charges.list({ limit: 2 });
  const second = await stripe.charges.list({ limit: 2, starting_after: first.data[1]?.id ?? "" });
  const whole = await stripe.charges.list({ limit: 4 });
  expect([first.has_more, [...first.data, ...second.data].map(({ id }) => id)]).toEqual([
    true,
    whole.data.map(({ id }) => id),
  ]);
});

test("an unknown object is a 404, and an unknown account a 403", async () => {
  const missing = { type: "StripeInvalidRequestError", statusCode: 404, code: "resource_missing" };
  await expect(stripe.paymentIntents.retrieve("pi_unknown")).rejects.toMatchObject(missing);
  await expect(stripe.charges.retrieve("ch_unknown")).rejects.toMatchObject(missing);
  await expect(stripe.disputes.retrieve("du_unknown")).rejects.toMatchObject(missing);
  await expect(stripe.applicationFees.retrieve("fee_unknown")).rejects.toMatchObject(missing);
  await expect(stripe.accounts.retrieve("acct_unknown")).rejects.toMatchObject({
    type: "StripePermissionError",
    statusCode: 403,
    code: "account_invalid",
  });
});

test("another secret key is refused", async () => {
  const { hostname, port } = new URL(service.url);
  const stranger = new Stripe("sk_test_of_someone_else", { host: hostname, port, protocol: "http" });
  await expect(stranger.paymentIntents.create(order())).rejects.toMatchObject({ type: "StripeAuthenticationError" });
});
