import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import fc from "fast-check";
import { DOLLAR_RATES } from "ochre-local/services";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { OfferEntity } from "#lambdas/areas/purchases/offers/offer.entity.ts";
import { createDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { findHolding, findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { computeTotals } from "#lambdas/areas/purchases/order/order-view.ts";
import { expireIntents } from "#lambdas/events/payments/expire-intents.ts";
import { settleOrders } from "#lambdas/events/payments/settle-orders.ts";
import { epochSeconds } from "#lambdas/platform/runtime/time.ts";
import { cancelIntent, refundOrder } from "#shared/contract/orders.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { FEES } from "#shared/limits.ts";
import { computeFees, toBreakdown } from "#shared/rules/fees.ts";
import { LICENSE_TYPES, type LicenseType } from "#shared/rules/license-options.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { type ModelPayment, PurchaseModel } from "#test/support/purchase-model.ts";
import { startShop } from "#test/support/purchasing.ts";
import type { Api } from "#test/support/start-api.ts";

/** `npm run bench purchases` runs 10,000; a test run only as many as it has time for. */
const SEQUENCES = Number(process.env.PURCHASE_SEQUENCES ?? 100);
const HOURS = 4 * 60 * 60 * 1000;

const { api, given, shop } = await startShop();

/** One seller per payout currency. */
const offers = await Promise.all(["AT", "GB", "CH", "HU"].map((businessCountry) => shop.offer({}, businessCountry)));
type Offer = (typeof offers)[number];

/** The platform's fees: the current ones, then changed ones. */
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
const opening = fc.record({
  kind: fc.constant("open" as const),
  type: fc.constantFrom(...LICENSE_TYPES),
  percent: fc.constantFrom(0, 0, 10, 100),
  /** `own`: an offer with terms of its own; `plain`: one without. */
  offered: fc.constantFrom("no", "no", "no", "plain", "own"),
});
const paying = fc.record({ kind: fc.constant("pay" as const), nth, declined: fc.nat(3).map((one) => one === 0) });
const step = fc.oneof(
  { weight: 6, arbitrary: opening },
  { weight: 8, arbitrary: paying },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("place", "place", "cancel"), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("refund" as const), nth, isHeld: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("refundThere", "dispute", "prevent", "inquire"), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("refundPart", "failRefund", "finishRefund"), nth }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("moveDispute" as const), nth, to: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("capture" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("payOut" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("settle" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("expire" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("changeRate" as const), by: fc.constantFrom(0.8, 1, 1.3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("fail" as const), status: fc.constantFrom(429, 500) }) },
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
      order: fc.array(fc.nat(), { maxLength: 8 }),
      comeAgain: fc.boolean(),
    }),
  },
);
/** Most sequences start with a payment, because the interesting steps follow one. */
const sequences = fc
  .tuple(fc.option(fc.tuple(opening, paying), { freq: 4, nil: [] }), fc.array(step, { minLength: 3, maxLength: 24 }))
  .map(([started, steps]) => [...started, ...steps]);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Message = ReturnType<Api["stripe"]["webhooks"]["take"]>[number];

/** Number of settlement checks: each is so much later that every unsettled order is due. */
let reviewCount = 0;

/** Delivered webhook messages, including shuffled, duplicate and late ones. */
let deliveries = 0;

/** Next states of a dispute, by its state. */
const NEXT_STATES: Readonly<Record<string, readonly Stripe.Dispute.Status[]>> = {
  warning_needs_response: ["warning_under_review", "warning_closed", "needs_response"],
  warning_under_review: ["warning_closed", "needs_response", "needs_response"],
  needs_response: ["under_review", "won", "lost"],
  under_review: ["won", "lost", "lost"],
  lost: ["appeal_needs_response" as Stripe.Dispute.Status],
  appeal_needs_response: ["appeal_under_review" as Stripe.Dispute.Status, "won", "lost"],
  appeal_under_review: ["won", "lost", "lost"],
};

/** A buyer with the expected state of their purchase. */
async function player(offer: Offer) {
  api.changeFees(FEES);
  api.stripe.stopFailing();
  let keys = 0;
  const { userId } = await given.user();
  const model = new PurchaseModel();
  const waiting: Message[] = [];
  const stripe = api.provider;
  const getCharge = async ({ orderIntent }: ModelPayment) =>
    String((await stripe.paymentIntents.retrieve(orderIntent)).latest_charge);

  /** Retries once after a failure of the provider. */
  function insistently<T>(call: () => Promise<T>): Promise<T> {
    return call().catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeError || error instanceof AggregateError)) throw error;
      return call();
    });
  }

  /** An open offer of the artwork, as its artist would have made it. */
  async function makeOffer(licenseType: LicenseType, isOwn: boolean) {
    const { artworkId, versionId, seller } = offer;
    const { table, newId, now, fees } = api.services;
    const offerId = newId();
    const price = 33_300;
    await table.send(
      OfferEntity.build(PutItemCommand).item({
        offerId,
        threadId: newId(),
        artistId: seller.userId,
        buyerId: userId,
        state: "open",
        items: [{ artworkId, versionId, title: "Dunes at noon", licenseUsage: "personal", licenseType, price }],
        ...(isOwn ? { licenseTerms: "One poster." } : {}),
        amounts: computeFees(price, 0, fees),
        until: epochSeconds(now()) + 24 * 60 * 60,
      }),
    );
    return offerId;
  }

  async function open({ type: licenseType, percent, offered }: Extract<Step, { kind: "open" }>) {
    const isOwn = offered === "own";
    const refusal = model.refusal(licenseType, isOwn);
    const offerId = offered === "no" ? undefined : await makeOffer(licenseType, isOwn);
    const license = offerId ? { offerId } : { licenseType, discountId: discounts.get(percent) };
    const licenseKey = isOwn ? `o${offerId?.replaceAll("-", "")}` : licenseType;
    const key = `key ${++keys}`;
    const { status, body, failure } = await insistently(() => shop.begin(offer, userId, license, key));
    expect(status === 201 ? undefined : failure.code).toBe(refusal);
    if (refusal) return;
    const { metadata } = await stripe.paymentIntents.retrieve(body.orderIntent);
    const agreed = body.breakdown;
    const orderId = metadata.orderId ?? "";
    const common = { licenseType, isOwn, licenseKey, orderIntent: body.orderIntent, orderId, agreed };
    const state = { atProvider: "open", dispute: "none", isPartRefunded: false, isLocked: true } as const;
    model.payments.push({ ...common, ...state });
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
    const { status } = await insistently(() => api.call(cancelIntent, { as: userId, params }));
    if (payment.isLocked) model.end(payment);
    expect(status).toBe(payment.status ? 409 : 204);
  }

  /** A seller whose balance is paid out can't refund. */
  async function refund(payment: ModelPayment, isHeld: boolean) {
    if (!payment.status) return;
    const params = { orderId: payment.orderId };
    if (isHeld && payment.atProvider === "paid") api.stripe.holdNextRefund();
    const call = () => api.call(refundOrder, { as: offer.seller.userId, params });
    const { status, body } = await insistently(call);
    api.stripe.stopHolding();
    if (!model.canRefund(payment)) return expect(status).toBe(409);
    if (status === 409) return expect(payment.atProvider).toBe("paid");
    model.refund(payment, isHeld);
    expect(body.status).toBe(payment.status);
  }

  async function refundThere(payment: ModelPayment) {
    if (payment.atProvider !== "paid" || ["open", "lost"].includes(payment.dispute)) return;
    const expand = ["transfer", "application_fee"];
    const charge = await stripe.charges.retrieve(await getCharge(payment), { expand });
    const isReversed = ((charge.transfer as Stripe.Transfer | null)?.amount_reversed ?? 0) > 0;
    const hasFee = charge.application_fee
      ? !(charge.application_fee as Stripe.ApplicationFee).refunded
      : !charge.balance_transaction && charge.application_fee_amount;
    const whole = { reverse_transfer: true, ...(hasFee ? { refund_application_fee: true } : {}) };
    const form = { payment_intent: payment.orderIntent, ...(isReversed ? {} : whole) };
    if (await isDone(stripe.refunds.create(form))) payment.atProvider = "refunded";
  }

  /** False where the seller's balance is too low. */
  const isDone = (change: Promise<unknown>) =>
    change.then(
      () => true,
      (error: unknown) => {
        if ((error as Stripe.errors.StripeError).code !== "balance_insufficient") throw error;
        return false;
      },
    );

  const getDispute = async (payment: ModelPayment) =>
    (await stripe.disputes.list({ charge: await getCharge(payment) })).data[0];

  async function dispute(payment: ModelPayment, status: Stripe.Dispute.Status = "needs_response") {
    if (payment.atProvider !== "paid" || payment.dispute !== "none") return;
    api.stripe.disputeCharge(await getCharge(payment), status);
    payment.dispute = status === "prevented" ? "lost" : status === "warning_needs_response" ? "inquiry" : "open";
  }

  async function moveDispute(payment: ModelPayment, to: number) {
    if (payment.dispute === "none" || payment.atProvider !== "paid") return;
    const { id = "", status = "" } = (await getDispute(payment)) ?? {};
    const states = NEXT_STATES[status] ?? [];
    const state = states[to % Math.max(1, states.length)];
    if (!state) return;
    api.stripe.moveDispute(id, state);
    if (state === "needs_response") payment.dispute = "open";
    if (state === "won") payment.dispute = "won";
    if (state === "lost") payment.dispute = "lost";
  }

  async function refundPart(payment: ModelPayment) {
    if (payment.atProvider !== "paid" || ["open", "lost"].includes(payment.dispute)) return;
    const charge = await stripe.charges.retrieve(await getCharge(payment), { expand: ["transfer"] });
    if (charge.amount - charge.amount_refunded <= 100) return;
    const isReversed = (charge.transfer as Stripe.Transfer | undefined)?.reversed ?? false;
    const form = { charge: charge.id, amount: 100, ...(isReversed ? {} : { reverse_transfer: true }) };
    if (await isDone(stripe.refunds.create(form))) payment.isPartRefunded = true;
  }

  /** The newest refund fails, and its events arrive at once, as the licence might later belong to another order. */
  async function failRefund(payment: ModelPayment) {
    const isOver = payment.atProvider === "refunded";
    if (!isOver && payment.atProvider !== "refunding") return;
    if (isOver && (model.open || model.held.length > 0)) return;
    const { data } = await stripe.refunds.list({ payment_intent: payment.orderIntent });
    const last = data.find(({ status }) => status === (isOver ? "succeeded" : "pending"));
    if (!last) return;
    api.stripe.finishRefund(last.id, "failed");
    payment.atProvider = "paid";
    waiting.push(...api.stripe.webhooks.take());
    await deliver(waiting.splice(0));
  }

  async function finishRefund(payment: ModelPayment) {
    if (payment.atProvider !== "refunding") return;
    const { data } = await stripe.refunds.list({ payment_intent: payment.orderIntent });
    for (const { id, status } of data) if (status === "pending") api.stripe.finishRefund(id, "succeeded");
    payment.atProvider = "refunded";
  }

  /** Runs the scheduled function much later; it reports every order that isn't settled. */
  async function settleLater() {
    const later = new Date(api.services.now().getTime() + ++reviewCount * 2 * LIFETIMES.longestSettlement * 1000);
    const unsettled = await listUnsettled();
    await insistently(() => settleOrders({ ...api.services, now: () => later }));
    for (const payment of unsettled) model.follow(payment);
  }

  async function listUnsettled() {
    const { table } = api.services;
    const orders = await Promise.all(model.payments.map(({ orderId }) => findOrder(table, orderId)));
    return model.payments.filter((_, nth) => orders[nth]?.unsettled);
  }

  async function deliver(messages: readonly Message[]) {
    deliveries += messages.length;
    expect(new Set([200, ...(await insistently(() => shop.deliver(messages)))])).toEqual(new Set([200]));
    for (const { event } of messages) {
      if (!("data" in event)) continue;
      const { id, payment_intent } = event.data.object as { id: string; payment_intent?: string };
      const payment = model.payments.find(({ orderIntent }) => [id, payment_intent].includes(orderIntent));
      if (payment) model.receive(payment, event.type);
    }
  }

  function selectMessages({ from, count, twice, order, comeAgain }: Extract<Step, { kind: "deliver" }>) {
    const begin = waiting.length === 0 ? 0 : from % waiting.length;
    const some = comeAgain ? waiting.slice(begin, begin + count) : waiting.splice(begin, count);
    const shuffled = some
      .map((message, nth) => ({ message, place: order[nth] ?? 0 }))
      .sort((one, other) => one.place - other.place)
      .map(({ message }) => message);
    return twice ? [...shuffled, ...shuffled] : shuffled;
  }

  async function expire() {
    api.travel(LIFETIMES.paymentLock + 1);
    await insistently(() => expireIntents(api.services));
    for (const payment of model.payments.filter(({ isLocked }) => isLocked)) model.end(payment);
  }

  async function take(step: Step) {
    waiting.push(...api.stripe.webhooks.take());
    if (step.kind === "open") return open(step);
    if (step.kind === "changeFees") return api.changeFees(step.fees);
    if (step.kind === "changeRate") return changeRate(step.by);
    if (step.kind === "fail") return fail(step.status);
    if (step.kind === "capture") return api.stripe.capture();
    if (step.kind === "payOut") return api.stripe.payOut(offer.seller.stripeId);
    if (step.kind === "settle") return settleLater();
    if (step.kind === "expire") return expire();
    if (step.kind === "deliver") return deliver(selectMessages(step));
    const payment = model.payments[step.nth % Math.max(1, model.payments.length)];
    if (!payment) return;
    if (step.kind === "pay") return withoutFailure(() => pay(payment, step.declined));
    if (step.kind === "refund") return refund(payment, step.isHeld);
    if (step.kind === "moveDispute") return moveDispute(payment, step.to);
    if (step.kind === "prevent") return dispute(payment, "prevented");
    if (step.kind === "inquire") return dispute(payment, "warning_needs_response");
    if (step.kind === "refundThere") return withoutFailure(() => refundThere(payment));
    if (step.kind === "refundPart") return withoutFailure(() => refundPart(payment));
    const steps = { place, cancel, failRefund, finishRefund, dispute };
    return steps[step.kind as keyof typeof steps](payment);
  }

  /** The next write at the provider fails: failures are stored and replayed, throttling isn't. */
  function fail(status: number) {
    api.stripe.stopFailing();
    api.stripe.failNext(status);
  }

  /** Stops simulated failures first, because the product doesn't retry actions of the cardholder and the dashboard. */
  function withoutFailure<T>(change: () => T): T {
    api.stripe.stopFailing();
    return change();
  }

  async function changeRate(by: number) {
    const { default_currency: currency } = await stripe.accounts.retrieve(offer.seller.stripeId);
    api.stripe.changeRate(currency ?? "usd", (DOLLAR_RATES[currency ?? "usd"] ?? 1) * by);
  }

  /** Captures all payments, and funds the seller's balance for pending reversals. */
  async function fillBalance() {
    api.stripe.stopFailing();
    api.stripe.capture();
    await stripe.transfers.create({ amount: 100_000, currency: "usd", destination: offer.seller.stripeId });
  }

  /** Without partial refunds, the seller has the full amount of an order that is paid, and nothing of any other. */
  async function checkSeller() {
    for (const { orderIntent, status, atProvider, isPartRefunded, agreed, orderId } of model.payments) {
      if (!status || isPartRefunded) continue;
      const { amounts } = (await findOrder(api.services.table, orderId)) ?? {};
      const isPaid = status === "completed" && atProvider === "paid";
      const due = isPaid && amounts ? computeTotals(amounts).orderEarned : 0;
      const share = (await shop.getShare(orderIntent)) ?? 0;
      expect(Math.abs(share - due), `of ${agreed.orderSpent} cents`).toBeLessThanOrEqual(2);
    }
  }

  /** Delivers all remaining messages; then table and model must be equal. */
  async function settle() {
    waiting.push(...api.stripe.webhooks.take());
    await deliver([...waiting.toReversed(), ...waiting]);
    await fillBalance();
    await settleLater();
    expect(await listUnsettled()).toEqual([]);
    await checkSeller();
    const { table } = api.services;
    const orders = await Promise.all(model.payments.map(({ orderId }) => findOrder(table, orderId)));
    expect(orders.map((order) => order?.status)).toEqual(model.payments.map(({ status }) => status));
    for (const { orderId, agreed } of model.payments) {
      const amounts = orders.find((order) => order?.orderId === orderId)?.amounts;
      if (amounts) expect(toBreakdown({ ...amounts, ...computeTotals(amounts) })).toEqual(agreed);
    }
    const holding = await findHolding(table, { artworkId: offer.artworkId, buyerId: userId });
    const licenses = Object.fromEntries(model.held.map(({ licenseKey, orderId }) => [licenseKey, orderId]));
    expect(holding?.licenses ?? {}).toEqual(licenses);
    expect(holding?.orders ?? 0).toBe(model.held.length);
    expect(holding?.pending).toBe(model.open?.orderId);
  }

  return { take, settle };
}

test(
  `${SEQUENCES} random sequences of opening, paying, cancelling, messages, refunds, disputes, rates and failures end like the model`,
  async () => {
    const began = performance.now();
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(3), sequences, async (seller, sequence) => {
        const { take, settle } = await player(offers[seller % offers.length] as Offer);
        for (const each of sequence) await take(each);
        await settle();
        steps += sequence.length;
      }),
      { numRuns: SEQUENCES },
    );
    const { orders, differences, unsettled } = await readLedgers(api);
    expect([differences, unsettled]).toEqual([[], []]);
    const seconds = Math.round((performance.now() - began) / 1000);
    const counted = `${steps} steps, ${orders} orders, ${deliveries} deliveries`;
    console.log(`| ${SEQUENCES} random sequences, ${counted} | 0 differences (${seconds} s) |`);
  },
  HOURS,
);
