import { expect, test } from "vitest";
import { readLedgers } from "#test/support/ledgers.ts";
import { meterWrites } from "#test/support/meter-writes.ts";
import { startShop } from "#test/support/purchasing.ts";

/** `npm run bench purchases` makes 200, each call sent 50 times at once, as a browser's retries and two tabs would. */
const PURCHASES = Number(process.env.PURCHASES ?? 5);
const TIMES = Number(process.env.TIMES ?? 20);
const HOUR = 60 * 60 * 1000;

const { api, given, shop } = await startShop();

const atOnce = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: TIMES }, call));
const toIdSet = (ids: readonly string[]) => new Set(ids);

test(
  `${PURCHASES} purchases of one artwork, each call sent ${TIMES} times concurrently, create one order and one charge each`,
  async () => {
    const { artworkId, versionId } = await shop.offer();
    const offered = { artworkId, versionId };
    for (let nth = 0; nth < PURCHASES; nth++) {
      const { userId } = await given.user();
      const started = await atOnce(() => shop.begin(offered, userId, {}, "the same"));
      expect(toIdSet(started.map(({ body }) => body.orderIntent)).size).toBe(1);
      const orderIntent = started[0]?.body.orderIntent ?? "";
      await shop.pay(orderIntent);
      const messages = api.stripe.webhooks.take().filter(({ event }) => event.type === "payment_intent.succeeded");
      const [placed] = await Promise.all([
        atOnce(() => shop.place(orderIntent, userId)),
        ...Array.from({ length: TIMES }, () => shop.deliver(messages)),
      ]);
      expect(toIdSet(placed.map(({ status, body }) => `${status} ${body.orderId}`)).size).toBe(1);
    }
    const { orders, provider, differences } = await readLedgers(api);
    const { data } = await api.provider.charges.list({ limit: 100 });
    expect([orders, provider.size, differences]).toEqual([PURCHASES, PURCHASES, []]);
    expect(data.length).toBe(Math.min(100, PURCHASES));
    if (process.env.PURCHASES) {
      console.log(`| ${PURCHASES} purchases, each call sent ${TIMES} times at once | ${orders} orders and charges |`);
    }
  },
  HOUR,
);

test("a purchase takes at most eighteen write units", async () => {
  const { buyer, ...offered } = await shop.offer();
  const started = await meterWrites(() => shop.begin(offered, buyer.userId));
  await shop.pay(started.result.body.orderIntent);
  const placed = await meterWrites(() => shop.place(started.result.body.orderIntent, buyer.userId));
  expect(placed.writeUnits).toBeLessThanOrEqual(18);
  if (process.env.PURCHASES) {
    console.log(`| Writes of an order | ${placed.writeUnits} units in ${placed.transactions} transaction |`);
    console.log(`| Writes of the payment's beginning | ${started.writeUnits} units in a transaction, and one more |`);
  }
});
