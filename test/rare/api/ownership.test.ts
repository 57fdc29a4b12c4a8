import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { listOwnership, readCollection } from "#shared/contract/licenses.ts";
import { createGiven } from "#test/support/given.ts";
import { meter, SESSION_CHECK } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let artist: { userId: string; name: string };

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  artist = await given.user();
});

const owned = async (as: string, query: Record<string, unknown> = {}) =>
  (await api.call(listOwnership, { as, params: { userId: as }, query })).body;
const change = (artworkId: string, body: object) =>
  api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body });
const company = { licenseUsage: "business", licenseCompany: "Dune Ltd" } as const;

describe("a buyer's purchases", () => {
  test("are shown as bought, even if the artwork was changed, hidden or deleted", async () => {
    const buyer = await given.user();
    const titles = ["changed", "hidden", "deleted"];
    const artworks = await Promise.all(titles.map((artworkTitle) => given.artwork(artist.userId, { artworkTitle })));
    for (const { artworkId } of artworks) await given.order(artworkId, buyer.userId);
    const [changed, hidden, deleted] = artworks.map(({ artworkId }) => artworkId);
    await change(changed ?? "", { artworkTitle: "New", expectedVersion: artworks[0]?.versionId });
    await change(hidden ?? "", { artworkVisibility: "invisible" });
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: deleted ?? "" } });

    const { items } = await owned(buyer.userId);
    expect(items.map(({ artworkTitle }) => artworkTitle)).toEqual([...titles].reverse());
    expect(items.map(({ versionId }): string => versionId)).toEqual(
      artworks.map(({ versionId }) => versionId).reverse(),
    );
    expect(items[0]).toMatchObject({ owner: { name: artist.name }, licenses: [{ status: "valid" }] });
  });

  test("list every valid licence of an artwork, sorted by the latest", async () => {
    const buyer = await given.user();
    const [first, second] = [await given.artwork(artist.userId), await given.artwork(artist.userId)];
    const one = await given.order(first.artworkId, buyer.userId);
    await given.order(second.artworkId, buyer.userId);
    const other = await given.order(first.artworkId, buyer.userId, company);
    const { items } = await owned(buyer.userId);
    expect(items.map(({ artworkId }): string => artworkId)).toEqual([first.artworkId, second.artworkId]);
    expect(items[0]?.licenses.map(({ orderId }) => orderId)).toEqual([other.orderId, one.orderId]);

    await api.services.table.send(
      OrderEntity.build(UpdateItemCommand).item({ orderId: other.orderId, status: "refunded" }),
    );
    expect((await owned(buyer.userId)).items[0]?.licenses.map(({ orderId }) => orderId)).toEqual([one.orderId]);
  });

  test("are listed page by page, in five calls per page and two read units per artwork", async () => {
    const buyer = await given.user();
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const { artworkId } = await given.artwork(artist.userId);
      await given.order(artworkId, buyer.userId);
      ids.unshift(artworkId);
    }
    const metered = await meter(() => owned(buyer.userId, { limit: 4 }));
    expect([...metered.calls].sort()).toEqual([
      SESSION_CHECK.call,
      "BatchGetItemCommand",
      "BatchGetItemCommand",
      "BatchGetItemCommand",
      "BatchGetItemCommand",
      "QueryCommand",
    ]);
    expect(metered.readUnits).toBeLessThanOrEqual(SESSION_CHECK.readUnits + 4 * 2 + 0.5);
    const { cursor, hasMore, items } = metered.result;
    expect(cursor).toBe(items.at(-1)?.artworkId);
    const rest = await owned(buyer.userId, { limit: 4, cursor });
    expect([hasMore, rest.hasMore]).toEqual([true, false]);
    expect([...items, ...rest.items].map(({ artworkId }): string => artworkId)).toEqual(ids);
  });

  test("are empty before the first order, and refused to other users", async () => {
    const buyer = await given.user();
    expect(await owned(buyer.userId)).toEqual({ items: [], cursor: null, hasMore: false });
    const params = { userId: buyer.userId };
    expect((await api.call(listOwnership, { as: artist.userId, params })).status).toBe(403);
  });
});

test("the collection is the first page of purchases and of favourites", async () => {
  const buyer = await given.user({ showsFavorites: false });
  const [bought, liked] = [await given.artwork(artist.userId), await given.artwork(artist.userId)];
  await given.order(bought.artworkId, buyer.userId);
  await api.call(addFavorite, { as: buyer.userId, params: { artworkId: liked.artworkId } });
  const { body } = await api.call(readCollection, { as: buyer.userId, params: { userId: buyer.userId } });
  expect(body.ownership.items.map(({ artworkId }): string => artworkId)).toEqual([bought.artworkId]);
  expect(body.favorites.items.map(({ artworkId }): string => artworkId)).toEqual([liked.artworkId]);
  expect([body.ownership.hasMore, body.favorites.hasMore]).toEqual([false, false]);
});
