import fc from "fast-check";
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { createDiscount } from "#lambdas/purchases/order/create-discount.ts";
import { expireIntents } from "#lambdas/purchases/order/expire-intents.ts";
import { findHolding, findOrder } from "#lambdas/purchases/order/find-order.ts";
import { totalsOf } from "#lambdas/purchases/order/order-view.ts";
import { cancelIntent, refundOrder } from "#shared/contract/orders.ts";
import { FEES, LIFETIMES } from "#shared/limits.ts";
import { breakdownOf } from "#shared/rules/fees.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { ledgersOf } from "#test/support/ledgers.ts";
import { type ModelPayment, PurchaseModel } from "#test/support/purchase-model.ts";
import { startShop } from "#test/support/purchasing.ts";
import type { Api } from "#test/support/start-api.ts";

/** `npm run bench purchases` runs 10,000; the share of every test run is what fits into it. */
const SEQUENCES = Number(process.env.PURCHASE_SEQUENCES ?? 100);
const HOURS = 4 * 60 * 60 * 1000;

const { api, given, shop } = await startShop();
const offer = await shop.offer();

/** What the platform takes, now and after a change. */
const SCHEDULES = [
  FEES,
  { buyer: { basisPoints: 750, fixedCents: 35 }, seller: { basisPoints: 1000, fixedCents: 50 } },
  { buyer: { basisPoints: 0, fixedCents: 0 }, seller: { basisPoints: 0, fixedCents: 0 } },
] as const;

/** A discount of 100 percent takes all of the platform's part, so that the provider takes no fee. */
const discounts = new Map<number, string>();
for (const percent of [10, 100]) {
  const discountId = api.services.newId();
  await createDiscount(api.services.table, { discountId, code: `${percent}`, percent, from: 0, perUser: 1000 });
  discounts.set(percent, discountId);
}

const nth = fc.nat(5);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("open" as const),
      type: fc.constantFrom(...LICENSE_TYPES),
      percent: fc.constantFrom(0, 0, 10, 100),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("pay" as const), nth, declined: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("place", "cancel", "refund"), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("refundThere", "dispute", "win", "lose"), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("inquire", "refundPart", "failRefund"), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("capture" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("expire" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("changeFees" as const), fees: fc.constantFrom(...SCHEDULES) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("deliver" as const),
      from: fc.nat(20),
      count: fc.nat(8),
      twice: fc.boolean(),
      backwards: fc.boolean(),
      comeAgain: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Message = ReturnType<Api["stripe"]["webhooks"]["take"]>[number];

/** A buyer and what should be theirs. */
async function player() {
  api.changeFees(FEES);
  const { userId } = await given.user();
  const model = new PurchaseModel();
  const waiting: Message[] = [];
  const { stripe } = api.services.payments;
  const chargeOf = async ({ orderIntent }: ModelPayment) =>
    String((await stripe.paymentIntents.retrieve(orderIntent)).latest_charge);

  async function open({ type: licenseType, percent }: Extract<Step, { kind: "open" }>) {
    const refusal = model.refusal(licenseType);
    const license = { licenseType, discountId: discounts.get(percent) };
    const { status, body, failure } = await shop.begin(offer, userId, license);
    expect(status === 201 ? undefined : failure.code).toBe(refusal);
    if (refusal) return;
    const { metadata } = await stripe.paymentIntents.retrieve(body.orderIntent);
    const agreed = body.breakdown;
    const common = { licenseType, orderIntent: body.orderIntent, orderId: metadata.orderId ?? "", agreed };
    model.payments.push({ ...common, atProvider: "open", dispute: "none", isLocked: true });
  }

  async function pay(payment: ModelPayment, declined: boolean) {
    const paying = shop.pay(payment.orderIntent, declined ? "pm_card_visa_chargeDeclined" : "pm_card_visa");
    if (declined || payment.atProvider !== "open") return expect(paying).rejects.toThrow();
    await paying;
    payment.atProvider = "paid";
  }

  async function place(payment: ModelPayment) {
    const { status, failure } = await shop.place(payment.orderIntent, userId);
    const refusal = { open: "payment_pending", canceled: "intent_invalid" }[payment.atProvider as string];
    expect(status === 201 ? undefined : failure.code).toBe(refusal);
    model.place(payment);
  }

  async function cancel(payment: ModelPayment) {
    const params = { userId, intentId: payment.orderIntent };
    const { status } = await api.call(cancelIntent, { as: userId, params });
    if (payment.isLocked) model.end(payment);
    expect(status).toBe(payment.status ? 409 : 204);
  }

  async function refund(payment: ModelPayment) {
    if (!payment.status) return;
    const params = { orderId: payment.orderId };
    const { status } = await api.call(refundOrder, { as: offer.seller.userId, params });
    expect(status).toBe(model.refund(payment));
  }

  async function refundThere(payment: ModelPayment) {
    if (payment.atProvider !== "paid" || ["open", "lost"].includes(payment.dispute)) return;
    const expand = ["transfer", "application_fee"];
    const charge = await stripe.charges.retrieve(await chargeOf(payment), { expand });
    const isReversed = (charge.transfer as Stripe.Transfer | null)?.reversed ?? false;
    const hasFee = charge.application_fee
      ? !(charge.application_fee as Stripe.ApplicationFee).refunded
      : !charge.balance_transaction && charge.application_fee_amount;
    const whole = { reverse_transfer: true, ...(hasFee ? { refund_application_fee: true } : {}) };
    await stripe.refunds.create({ payment_intent: payment.orderIntent, ...(isReversed ? {} : whole) });
    payment.atProvider = "refunded";
  }

  async function dispute(payment: ModelPayment) {
    if (payment.atProvider !== "paid" || !["none", "inquiry"].includes(payment.dispute)) return;
    const charge = await chargeOf(payment);
    if (payment.dispute === "none") api.stripe.disputeCharge(charge);
    else api.stripe.moveDispute((await stripe.disputes.list({ charge })).data[0]?.id ?? "", "needs_response");
    payment.dispute = "open";
  }

  async function inquire(payment: ModelPayment) {
    if (payment.atProvider !== "paid" || payment.dispute !== "none") return;
    api.stripe.disputeCharge(await chargeOf(payment), "warning_needs_response");
    payment.dispute = "inquiry";
  }

  async function refundPart(payment: ModelPayment) {
    if (payment.atProvider !== "paid" || ["open", "lost"].includes(payment.dispute)) return;
    const charge = await stripe.charges.retrieve(await chargeOf(payment), { expand: ["transfer"] });
    if (charge.amount - charge.amount_refunded <= 100) return;
    const isReversed = (charge.transfer as Stripe.Transfer | undefined)?.reversed ?? false;
    await stripe.refunds.create({ charge: charge.id, amount: 100, ...(isReversed ? {} : { reverse_transfer: true }) });
  }

  /** The newest refund comes back, and its events arrive at once, for later the licence might be another order's. */
  async function failRefund(payment: ModelPayment) {
    if (payment.atProvider !== "refunded" || model.open || model.held.length > 0) return;
    const { data } = await stripe.refunds.list({ payment_intent: payment.orderIntent });
    const last = data.find(({ status }) => status === "succeeded");
    if (!last) return;
    api.stripe.finishRefund(last.id, "failed");
    payment.atProvider = "paid";
    waiting.push(...api.stripe.webhooks.take());
    await deliver(waiting.splice(0));
  }

  async function decide(payment: ModelPayment, outcome: "won" | "lost") {
    if (payment.dispute !== "open") return;
    const { data } = await stripe.disputes.list({ charge: await chargeOf(payment) });
    api.stripe.closeDispute(data[0]?.id ?? "", outcome);
    payment.dispute = outcome;
  }

  async function deliver(messages: readonly Message[]) {
    expect(new Set([200, ...(await shop.deliver(messages))])).toEqual(new Set([200]));
    for (const { event } of messages) {
      const { id, payment_intent } = event.data.object as { id: string; payment_intent?: string };
      const payment = model.payments.find(({ orderIntent }) => [id, payment_intent].includes(orderIntent));
      if (payment) model.hear(payment, event.type);
    }
  }

  function chosen({ from, count, twice, backwards, comeAgain }: Extract<Step, { kind: "deliver" }>) {
    const begin = waiting.length === 0 ? 0 : from % waiting.length;
    const some = comeAgain ? waiting.slice(begin, begin + count) : waiting.splice(begin, count);
    const ordered = backwards ? some.toReversed() : some;
    return twice ? [...ordered, ...ordered] : ordered;
  }

  async function expire() {
    api.travel(LIFETIMES.paymentLock + 1);
    await expireIntents(api.services);
    for (const payment of model.payments.filter(({ isLocked }) => isLocked)) model.end(payment);
  }

  async function take(step: Step) {
    waiting.push(...api.stripe.webhooks.take());
    if (step.kind === "open") return open(step);
    if (step.kind === "changeFees") return api.changeFees(step.fees);
    if (step.kind === "capture") return api.stripe.capture();
    if (step.kind === "expire") return expire();
    if (step.kind === "deliver") return deliver(chosen(step));
    const payment = model.payments[step.nth % Math.max(1, model.payments.length)];
    if (!payment) return;
    if (step.kind === "pay") return pay(payment, step.declined);
    const steps = { place, cancel, refund, refundThere, dispute, inquire, refundPart, failRefund };
    if (step.kind === "win" || step.kind === "lose") return decide(payment, step.kind === "win" ? "won" : "lost");
    return steps[step.kind as keyof typeof steps](payment);
  }

  /** In the end every message arrives, and then table and model are the same. */
  async function settle() {
    waiting.push(...api.stripe.webhooks.take());
    await deliver([...waiting.toReversed(), ...waiting]);
    const { table } = api.services;
    const orders = await Promise.all(model.payments.map(({ orderId }) => findOrder(table, orderId)));
    expect(orders.map((order) => order?.status)).toEqual(model.payments.map(({ status }) => status));
    for (const { orderId, agreed } of model.payments) {
      const amounts = orders.find((order) => order?.orderId === orderId)?.amounts;
      if (amounts) expect(breakdownOf({ ...amounts, ...totalsOf(amounts) })).toEqual(agreed);
    }
    const holding = await findHolding(table, { artworkId: offer.artworkId, buyerId: userId });
    const licenses = Object.fromEntries(model.held.map(({ licenseType, orderId }) => [licenseType, orderId]));
    expect(holding?.licenses ?? {}).toEqual(licenses);
    expect(holding?.orders ?? 0).toBe(model.held.length);
    expect(holding?.pending).toBe(model.open?.orderId);
  }

  return { take, settle };
}

test(
  `${SEQUENCES} random sequences of opening, paying, cancelling, messages, refunds and disputes end as the model does`,
  async () => {
    const began = performance.now();
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 24 }), async (sequence) => {
        const { take, settle } = await player();
        for (const each of sequence) await take(each);
        await settle();
        steps += sequence.length;
      }),
      { numRuns: SEQUENCES },
    );
    api.stripe.capture();
    const { orders, differences } = await ledgersOf(api);
    expect(differences).toEqual([]);
    if (process.env.PURCHASE_SEQUENCES) {
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`| ${SEQUENCES} random sequences, ${steps} steps, ${orders} orders | 0 differences (${seconds} s) |`);
    }
  },
  HOURS,
);
