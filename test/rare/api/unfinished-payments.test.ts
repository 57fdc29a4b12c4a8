import { beforeAll, describe, expect, test } from "vitest";
import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import { cancelIntent, listIntents } from "#shared/contract/orders.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { startShop } from "#test/support/purchasing.ts";
import type { Api } from "#test/support/start-api.ts";

let api: Api;
let shop: Awaited<ReturnType<typeof startShop>>["shop"];

beforeAll(async () => {
  ({ api, shop } = await startShop());
});

const list = (as: string, userId = as) => api.call(listIntents, { as, params: { userId } });

describe("a buyer's unfinished payments", () => {
  test("are listed with their terms, the latest first, without a call to the provider", async () => {
    const [{ seller: _, buyer, ...first }, second] = [await shop.offer(), await shop.offer()];
    const one = (await shop.begin(first, buyer.userId)).body;
    api.travel(60);
    const two = (await shop.begin(second, buyer.userId, { licenseType: "commercial" })).body;
    const payments = {
      get [CLIENT](): never {
        throw new Error("The provider was asked");
      },
    };
    const { status, body } = await api.call(
      listIntents,
      { as: buyer.userId, params: { userId: buyer.userId } },
      { payments },
    );
    expect(status).toBe(200);
    const facts = { artworkTitle: "Dunes at noon" };
    expect(body.items).toEqual([
      {
        ...facts,
        orderIntent: two.orderIntent,
        artworkId: second.artworkId,
        licenseType: "commercial",
        orderSpent: two.breakdown.orderSpent,
        expiresAt: two.expiresAt,
      },
      {
        ...facts,
        orderIntent: one.orderIntent,
        artworkId: first.artworkId,
        licenseType: "personal",
        orderSpent: one.breakdown.orderSpent,
        expiresAt: one.expiresAt,
      },
    ]);
  });

  test("leave the list once they are cancelled, paid or expired", async () => {
    const { buyer, ...canceled } = await shop.offer();
    const [paid, over] = [await shop.offer(), await shop.offer()];
    const { orderIntent } = (await shop.begin(canceled, buyer.userId)).body;
    await shop.purchase(paid, buyer.userId);
    const open = (await shop.begin(over, buyer.userId)).body;
    expect((await list(buyer.userId)).body.items).toHaveLength(2);
    const params = { userId: buyer.userId, intentId: orderIntent };
    expect((await api.call(cancelIntent, { as: buyer.userId, params })).status).toBe(204);
    expect((await list(buyer.userId)).body.items.map((item) => item.orderIntent)).toEqual([open.orderIntent]);
    api.travel(LIFETIMES.paymentLock + 1);
    expect((await list(buyer.userId)).body.items).toEqual([]);
  });

  test("are refused to other users", async () => {
    const { seller, buyer, ...offered } = await shop.offer();
    await shop.begin(offered, buyer.userId);
    expect((await list(seller.userId)).body.items).toEqual([]);
    expect((await list(seller.userId, buyer.userId)).status).toBe(403);
    expect((await api.call(listIntents, { params: { userId: buyer.userId } })).status).toBe(401);
  });
});
