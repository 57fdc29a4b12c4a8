import { beforeAll, describe, expect, test } from "vitest";
import { flagMature } from "#lambdas/areas/artwork/change-artwork.ts";
import { findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { answerPage } from "#lambdas/pages/answer-page.ts";
import { serveCrawlerFile } from "#lambdas/pages/sitemap.ts";
import { listArtwork, readArtwork, readEmbed, readSimilar, updateArtwork } from "#shared/contract/artwork.ts";
import { listCollections } from "#shared/contract/collections.ts";
import { listOrders, listOwnership, readOrder, verifyLicense } from "#shared/contract/licenses.ts";
import { readCheckout } from "#shared/contract/orders.ts";
import { search, suggest } from "#shared/contract/search.ts";
import { listUserArtwork } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let followIndex: ReturnType<typeof createIndexUpdater>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  followIndex = createIndexUpdater(api);
});

const read = async (artworkId: string) => (await api.call(readArtwork, { params: { artworkId } })).body;

/** The artist's mature flag, and whether clients hide the picture. */
async function getMatureFlags(artworkId: string) {
  const { version } = await read(artworkId);
  return [version.artworkMature, version.mature];
}

async function change(artworkId: string, body: object) {
  const { artwork, owner } = await read(artworkId);
  const sent = { ...body, expectedVersion: artwork.currentVersionId };
  return api.call(updateArtwork, { as: owner.id, params: { artworkId }, body: sent });
}

describe("the artist's mature flag", () => {
  test("is off by default, survives updates that don't send it, and can be cleared by the artist", async () => {
    const artist = await given.user();
    const unmarked = await given.artwork(artist.userId);
    expect(await getMatureFlags(unmarked.artworkId)).toEqual([false, false]);
    const { artworkId } = await given.artwork(artist.userId, { artworkMature: true, artworkSource: "hand" });
    expect(await getMatureFlags(artworkId)).toEqual([true, true]);
    await change(artworkId, { ...freeArtwork, artworkTitle: "Sent by an older client" });
    expect(await getMatureFlags(artworkId)).toEqual([true, true]);
    expect((await read(artworkId)).version.artworkSource).toBe(null);
    await change(artworkId, { artworkSource: "code" });
    expect(await getMatureFlags(artworkId)).toEqual([true, true]);
    await change(artworkId, { artworkMature: false });
    expect(await getMatureFlags(artworkId)).toEqual([false, false]);
    expect((await read(artworkId)).version.artworkSource).toBe("code");
    const wrong = await change(artworkId, { artworkMature: "yes" });
    expect([wrong.status, wrong.failure.fields]).toEqual([400, { artworkMature: MESSAGES.invalid }]);
  });
});

describe("the operators' mature flag", () => {
  test("overrides the artist's flag, and keeps the artist's own when it is removed", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    await flagMature(api.services.table, artworkId, true);
    expect(await getMatureFlags(artworkId)).toEqual([false, true]);
    await change(artworkId, { artworkMature: false, artworkTitle: "Nothing to see" });
    expect(await getMatureFlags(artworkId)).toEqual([false, true]);
    await change(artworkId, { artworkMature: true });
    await flagMature(api.services.table, artworkId, true);
    await flagMature(api.services.table, artworkId, false);
    expect(await getMatureFlags(artworkId)).toEqual([true, true]);
  });

  test("set during a concurrent update isn't lost", async () => {
    const artist = await given.user();
    const { artworkId, versionId } = await given.artwork(artist.userId);
    const body = { artworkTitle: "Later", expectedVersion: versionId };
    const { table } = api.services;
    let transactions = 0;
    const send: typeof table.send = async (command) => {
      // The first transaction is the rate limiter's.
      if (Object.keys(command).join() === "send" && ++transactions === 2) await flagMature(table, artworkId, true);
      return table.send(command);
    };
    const reply = await api.call(
      updateArtwork,
      { as: artist.userId, params: { artworkId }, body },
      { table: { send } },
    );
    expect(reply.failure?.code).toBe("artwork_moved");
    expect(await getMatureFlags(artworkId)).toEqual([false, true]);
  });
});

test("every response with the picture has the current mature flag, also of earlier orders", async () => {
  const [artist, buyer] = [await given.user(), await given.user()];
  const form = { artworkTitle: "Bathers at the weir", artworkTags: ["bathers"] };
  const { artworkId } = await given.artwork(artist.userId, form);
  const similarArtwork = await given.artwork(artist.userId, { ...form, artworkTitle: "The weir" });
  const { orderId } = await given.order(artworkId, buyer.userId);
  await given.collection(artist.userId, [artworkId]);
  const fingerprint = (await findOrder(api.services.table, orderId))?.fingerprint ?? "";
  const self = { as: buyer.userId, params: { userId: buyer.userId } };
  const collectFlags = async () => {
    await followIndex();
    const body = async (...call: Parameters<typeof api.call>) => (await api.call(...call)).body as never;
    const items = async (...call: Parameters<typeof api.call>) => ((await body(...call)) as { items: never[] }).items;
    const findFlag = (cards: readonly { artworkId: string; mature: boolean }[]) =>
      cards.find((card) => card.artworkId === artworkId)?.mature;
    const [suggested] = (await api.call(suggest, { query: { q: "bathers at" } })).body.artwork;
    return {
      list: findFlag(await items(listArtwork, { query: {} })),
      artist: findFlag(await items(listUserArtwork, { params: { username: artist.name } })),
      search: findFlag(await items(search, { query: { q: "bathers weir" } })),
      similar: findFlag(await items(readSimilar, { params: { artworkId: similarArtwork.artworkId } })),
      cover: (await api.call(listCollections, { params: { username: artist.name } })).body.items[0]?.covers[0]?.mature,
      checkout: (await api.call(readCheckout, { as: buyer.userId, params: { artworkId } })).body.version.mature,
      order: (await api.call(readOrder, { as: buyer.userId, params: { orderId } })).body.artwork.mature,
      orders: (await api.call(listOrders, { ...self, query: {} })).body.items[0]?.artwork.mature,
      gallery: (await api.call(listOwnership, { ...self, query: {} })).body.items[0]?.mature,
      verifier: (await api.call(verifyLicense, { body: { licenseFingerprint: fingerprint } })).body.mature,
      suggestion: suggested?.preview === null,
    };
  };
  const expectEverywhere = async (mature: boolean) => {
    const places = await collectFlags();
    expect(places).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, mature])));
  };
  await flagMature(api.services.table, artworkId, true);
  await expectEverywhere(true);
  await flagMature(api.services.table, artworkId, false);
  await expectEverywhere(false);
});

const PAGES = {
  template: '<html><head><!--head--></head><body><div id="root"><!--body--></div><!--sent--></body></html>',
  plain: '<html><div id="root"></div></html>',
};

test("prerendered pages, embeds and the sitemap don't show a mature picture", async () => {
  const artist = await given.user();
  const { artworkId } = await given.artwork(artist.userId, { artworkTitle: "Unveiled", artworkMature: true });
  const collectShown = async () => {
    await followIndex();
    const folder = (await read(artworkId)).version.previews[0]?.jpeg.replace(/\/[^/]*$/, "") ?? "nowhere";
    const page = async (path: string) => {
      const { body = "" } = await actAs("pages", () => answerPage({ path, query: "" }, PAGES, api.services));
      // Data for hydration names files, and shows none.
      return body.replace(/<script type="application\/json".*?<\/script>/gs, "").includes(folder);
    };
    const month = new Date().toISOString().slice(0, 7);
    const sitemap = await serveCrawlerFile(`/sitemaps/${month}.xml`, api.services);
    const url = `${api.services.siteOrigin}/artwork/${artworkId}`;
    return [
      await page(`/artwork/${artworkId}`),
      await page(`/user/${artist.name}`),
      sitemap?.body?.includes(folder),
      (await api.call(readEmbed, { query: { url } })).status === 200,
    ];
  };
  expect(await collectShown()).toEqual([false, false, false, false]);
  const { body = "" } = await actAs("pages", () =>
    answerPage({ path: `/artwork/${artworkId}`, query: "" }, PAGES, api.services),
  );
  expect(body).toContain("Mature content");
  expect(body).toContain('"isFamilyFriendly":false');
  expect(body).not.toMatch(/property="og:image"|json\+oembed/);
  await change(artworkId, { artworkMature: false });
  expect(await collectShown()).toEqual([true, true, true, true]);
});
