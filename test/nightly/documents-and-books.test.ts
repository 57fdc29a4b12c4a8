import fc from "fast-check";
import { expect, test } from "vitest";
import { findDocuments } from "#lambdas/areas/purchases/documents/find-documents.ts";
import { sumBilled } from "#lambdas/areas/purchases/documents/issue-documents.ts";
import { createDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { MovementEntity } from "#lambdas/areas/purchases/order/movement.entity.ts";
import { computeKeptTax, computeTotals } from "#lambdas/areas/purchases/order/order-view.ts";
import { queryAll } from "#lambdas/platform/table/query-all.ts";
import type { FeatureSwitches } from "#shared/features.ts";
import { billing } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";

/** Total sales, and sales per read of the stream. */
const SALES = Number(process.env.DOCUMENT_SALES ?? 1000);
const AT_ONCE = 25;
const HOURS = 2 * 60 * 60 * 1000;

const { api, given, shop } = await startShop();
/** The platform charges tax in every other round. */
const features: FeatureSwitches & { tax: boolean } = { ...api.services.features, tax: false };
Object.assign(api.services, { features });
const stripe = api.provider;

const addresses = [
  billing,
  { ...billing, billingZip: "10115", billingCountry: "DE" },
  { ...billing, billingZip: "94103", billingCountry: "US" },
  { ...billing, billingZip: "100-0001", billingCountry: "JP" },
];

const discounts: (string | undefined)[] = [undefined];
for (const percent of [10, 100]) {
  const discountId = api.services.newId();
  await createDiscount(api.services.table, { discountId, code: `D${percent}`, percent, from: 0, perUser: SALES });
  discounts.push(discountId);
}

const sale = fc.record({
  offer: fc.nat(3),
  isBusiness: fc.boolean(),
  type: fc.constantFrom("personal", "commercial"),
  discountId: fc.constantFrom(...discounts),
  ends: fc.constantFrom("kept", "kept", "refunded", "part", "parts", "lost", "won", "disputed", "returned"),
  share: fc.integer({ min: 1, max: 99 }),
  address: fc.constantFrom(...addresses),
});
type Sale = typeof sale extends fc.Arbitrary<infer S> ? S : never;

const offers = await Promise.all(Array.from({ length: 4 }, () => shop.offer()));

async function sell({ offer: nth, isBusiness, type, discountId, address }: Sale) {
  const { seller, artworkId, versionId } = offers[nth] ?? (offers[0] as (typeof offers)[number]);
  const { userId } = await given.user();
  const license = {
    licenseType: type,
    billing: address,
    ...(discountId ? { discountId } : {}),
    ...(isBusiness ? { licenseUsage: "business", licenseCompany: "Dune Press", billingVat: "ATU12345678" } : {}),
  };
  const order = await shop.purchase({ artworkId, versionId }, userId, license);
  const { latest_charge } = await stripe.paymentIntents.retrieve(order.orderIntent);
  return {
    orderId: order.orderId,
    spent: order.orderSpent ?? 0,
    sellerId: seller.userId,
    charge: String(latest_charge),
    orderIntent: order.orderIntent,
  };
}

/** Ends a sale; returns the cents that stay billed. */
async function end({ ends, share }: Sale, { orderId, spent, sellerId, charge }: Awaited<ReturnType<typeof sell>>) {
  const part = Math.max(1, Math.floor((spent * share) / 100 / 2));
  switch (ends) {
    case "refunded":
      await shop.refund(orderId, sellerId);
      return 0;
    case "part":
      await stripe.refunds.create({ charge, amount: part });
      return spent - part;
    case "parts":
      await stripe.refunds.create({ charge, amount: part });
      await shop.deliver();
      await shop.refund(orderId, sellerId);
      return 0;
    case "lost":
    case "won": {
      const { id } = api.stripe.disputeCharge(charge);
      await shop.deliver();
      api.stripe.closeDispute(id, ends);
      return ends === "lost" ? 0 : spent;
    }
    case "disputed":
      api.stripe.disputeCharge(charge);
      return spent;
    case "returned": {
      await shop.refund(orderId, sellerId);
      await api.processEvents();
      const { data } = await stripe.refunds.list({ charge });
      api.stripe.finishRefund(data[0]?.id ?? "", "failed");
      return spent;
    }
    default:
      return spent;
  }
}

test(
  `the documents of ${SALES} random sales add up to the payments and refunds, in series without gaps`,
  async () => {
    const numbers = new Map<string, number[]>();
    for (let made = 0; made < SALES; made += AT_ONCE) {
      const drawn = fc.sample(sale, { numRuns: Math.min(AT_ONCE, SALES - made), seed: made });
      const sold: { orderId: string; orderIntent: string; billed: number; isHeld: boolean }[] = [];
      features.tax = made % (2 * AT_ONCE) === 0;
      for (const each of drawn) {
        const placed = await sell(each);
        api.stripe.capture();
        await shop.deliver();
        const billed = await end(each, placed);
        await shop.deliver();
        sold.push({
          orderId: placed.orderId,
          orderIntent: placed.orderIntent,
          billed,
          isHeld: each.ends === "disputed",
        });
      }
      await api.processEvents({ times: 2 });
      for (const { orderId, orderIntent, billed, isHeld } of sold) {
        const [documents, movements, order] = await Promise.all([
          findDocuments(api.services.table, orderId),
          queryAll(api.services.table, MovementEntity, { orderId }),
          findOrder(api.services.table, orderId),
        ]);
        const booked = movements.reduce((sum, { spent }) => sum + spent, 0);
        expect([orderId, sumBilled(documents)]).toEqual([orderId, billed]);
        // The ledger also includes the amounts that a bank withdrew for an open dispute.
        if (!isHeld) expect([orderId, booked]).toEqual([orderId, billed]);
        expect([orderId, order?.amounts.tax !== undefined]).toEqual([orderId, features.tax]);
        if (order && features.tax) {
          const { orderSpent } = computeTotals(order.amounts);
          const moved = movements.reduce((sum, { tax = 0 }) => sum + tax, 0);
          expect([orderId, moved]).toEqual([orderId, computeKeptTax(order.amounts, orderSpent - booked)]);
          // Stripe splits each partial refund by itself, so its tax may differ from ours by a cent in each.
          const recorded = api.stripe.getTax(orderIntent);
          expect([orderId, recorded.gross]).toEqual([orderId, billed]);
          const taxBilled = computeKeptTax(order.amounts, orderSpent - billed);
          expect(Math.abs(recorded.tax - taxBilled)).toBeLessThanOrEqual(documents.length);
        }
        for (const { kind, number } of documents) {
          const series = `${order?.sellerId} ${kind === "creditNote" ? "credit" : "bill"}`;
          numbers.set(series, [...(numbers.get(series) ?? []), number ?? 0]);
        }
      }
    }
    for (const [series, given] of numbers) {
      const inOrder = given.toSorted((one, other) => one - other);
      expect([series, inOrder]).toEqual([series, inOrder.map((_, at) => at + 1)]);
    }
    expect(numbers.size).toBe(8);
  },
  HOURS,
);
