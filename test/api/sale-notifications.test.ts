import { beforeAll, expect, test } from "vitest";
import { notify } from "#lambdas/events/streams/notify.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import type { createGiven } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";
import type { Api } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let shop: Awaited<ReturnType<typeof startShop>>["shop"];
let follow: ReturnType<typeof createStreamProcessor>;

beforeAll(async () => {
  ({ api, given, shop } = await startShop());
  follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => notify(event, api.services)]);
});

async function listNotifications(userId: string) {
  const { body } = await api.call(previousNotifications, { as: userId, params: { userId }, query: {} });
  return body.items;
}

test("a seller's first paid sale is marked as such, once, with picture, licence and amount", async () => {
  const { seller, buyer, ...offered } = await shop.offer();
  const free = await given.artwork(seller.userId);
  await given.order(free.artworkId, buyer.userId);
  await follow();
  const order = await shop.purchase(offered, buyer.userId);
  await follow({ times: 2 });
  const second = await given.user();
  await shop.purchase(offered, second.userId);
  await follow({ times: 2 });

  const { previews, placeholder, width, height, mature } = order.artwork;
  const common = { type: "order", licenseType: "personal", picture: { previews, placeholder, width, height, mature } };
  const items = await listNotifications(seller.userId);
  expect(items).toMatchObject([
    { ...common, earned: 1700, actor: { id: second.userId } },
    { ...common, earned: 1700, actor: { id: buyer.userId }, ref: order.orderId, firstSale: true },
    { type: "order", licenseType: "personal", picture: { width: expect.any(Number) } },
  ]);
  expect(items.filter(({ firstSale }) => firstSale)).toHaveLength(1);
  expect(items[2]).not.toHaveProperty("earned");
});

test("two sales at the same time have one first", async () => {
  const { seller, ...offered } = await shop.offer();
  const buyers = [await given.user(), await given.user(), await given.user()];
  for (const { userId } of buyers) await shop.purchase(offered, userId);
  await Promise.all([follow(), follow(), follow()]);
  const items = await listNotifications(seller.userId);
  expect([items.length, items.filter(({ firstSale }) => firstSale).length]).toEqual([3, 1]);
});
