import { beforeAll, describe, expect, test } from "vitest";
import { serveCrawlerFile } from "#lambdas/pages/sitemap.ts";
import { deleteArtwork, listArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { suggestTags } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, type Reply, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let updateIndex: ReturnType<typeof createIndexUpdater>;
let artist: { userId: string; name: string };

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  updateIndex = createIndexUpdater(api);
  artist = await given.user();
});

const publish = (artworkTags: string[], form: Partial<ArtworkFormInput> = {}) =>
  given.artwork(artist.userId, { artworkTags, ...form });

describe("the artwork with a tag", () => {
  const published: string[] = [];

  beforeAll(async () => {
    for (let at = 0; at < 7; at++) published.unshift((await publish(["river-bank", `nr-${at}`])).artworkId);
    await publish(["river"]);
    await publish(["river-bank"], { artworkVisibility: "invisible" });
    await updateIndex();
  });

  const listed = (query: Record<string, unknown>): Promise<Reply<typeof listArtwork>> =>
    api.call(listArtwork, { query });
  const listIds = ({ body }: Reply<typeof listArtwork>) => body.items.map(({ artworkId }): string => artworkId);

  test("is visible artwork with exactly that tag, newest first, page by page", async () => {
    const first = await listed({ tag: "# River Bank", limit: 4 });
    expect([first.status, listIds(first), first.body.hasMore]).toEqual([200, published.slice(0, 4), true]);
    const second = await listed({ tag: "river-bank", limit: 4, cursor: first.body.cursor });
    expect([listIds(second), second.body.hasMore]).toEqual([published.slice(4), false]);
    const [newest] = (await listed({})).body.items.filter(({ artworkId }) => artworkId === published[0]);
    expect(first.body.items[0]).toEqual(newest);
    expect(listIds(await listed({ tag: "nobody-has-it" }))).toEqual([]);
  });

  test("changes with the artwork", async () => {
    const { artworkId, versionId } = await publish(["mill-race"]);
    await updateIndex();
    expect(listIds(await listed({ tag: "mill-race" }))).toEqual([artworkId]);
    await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId },
      body: { artworkTags: ["weir"], expectedVersion: versionId },
    });
    await updateIndex();
    expect(listIds(await listed({ tag: "mill-race" }))).toEqual([]);
    expect(listIds(await listed({ tag: "weir" }))).toEqual([artworkId]);
  });

  test.each([
    [{ tag: "" }, { tag: MESSAGES.tagInvalid }],
    [{ tag: "black & white" }, { tag: MESSAGES.tagInvalid }],
    [{ tag: "forest", sort: "dearest" }, { sort: MESSAGES.invalid }],
    [{ tag: "forest", cursor: "x" }, { cursor: MESSAGES.invalidUuid }],
  ])("is refused with %o", async (query, fields) => {
    const reply = await listed(query);
    expect([reply.status, reply.failure.fields]).toEqual([400, fields]);
  });
});

describe("used tags", () => {
  const suggested = async (q: string) =>
    (await api.call(suggestTags, { query: { q } })).body.items.map(({ tag, count }) => `${tag} ${count}`);

  test("are suggested by their prefix, in any spelling, the most used first, with their counts", async () => {
    const works = [["quartz", "quartzite"], ["quartz", "quarry"], ["quartz"], ["quay-wall"], ["quarry"]];
    for (const tags of works) await publish(tags);
    await publish(["quartz"], { artworkVisibility: "invisible" });
    await updateIndex();
    expect(await suggested("qu")).toEqual(["quartz 3", "quarry 2", "quartzite 1", "quay-wall 1"]);
    expect(await suggested("#QUART")).toEqual(["quartz 3", "quartzite 1"]);
    expect(await suggested("quartzi")).toEqual(["quartzite 1"]);
    expect(await suggested("Quay W")).toEqual(["quay-wall 1"]);
    expect(await suggested("q")).toEqual([]);
    expect(await suggested("art")).toEqual([]);
    expect(await suggested("%")).toEqual([]);
  });

  test("are counted down with each deleted or changed work, and removed with the last one", async () => {
    const first = await publish(["obsidian"]);
    const second = await publish(["obsidian", "obelisk"]);
    const third = await publish(["obsidian"], { artworkMedium: "collage" });
    await updateIndex();
    expect(await suggested("ob")).toEqual(["obsidian 3", "obelisk 1"]);
    expect(await suggested("colla")).toEqual(["collage 1"]);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: first.artworkId } });
    await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId: second.artworkId },
      body: { artworkTags: ["obelisk"], expectedVersion: second.versionId },
    });
    await updateIndex();
    expect(await suggested("ob")).toEqual(["obelisk 1", "obsidian 1"]);
    await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId: third.artworkId },
      body: { artworkVisibility: "invisible" },
    });
    await updateIndex();
    expect(await suggested("ob")).toEqual(["obelisk 1"]);
  });

  test("are eight at most", async () => {
    for (let at = 0; at < 2; at++) await publish(Array.from({ length: 12 }, (_, tag) => `zinc-${at * 5 + tag}`));
    await updateIndex();
    const result = await suggested("zin");
    expect(result).toHaveLength(LIMITS.suggestedTags);
    expect(result[0]).toBe("zinc-10 2");
  });

  test("of a text that unfolds to thousands of letters are none", async () => {
    expect(await suggested("\ufdfa".repeat(LIMITS.searchQuery.max))).toEqual([]);
  });

  test("require a query", async () => {
    const reply = await api.call(suggestTags, { query: {} });
    expect([reply.status, reply.failure.fields]).toEqual([400, { q: MESSAGES.required }]);
  });

  test("of at least three works are in the sitemap, the most used first", async () => {
    for (const tags of [["malachite"], ["malachite", "azurite"], ["malachite"], ["azurite"]]) await publish(tags);
    for (let at = 0; at < 4; at++) await publish(["\u98a8\u666f"]);
    await updateIndex();
    const part = await serveCrawlerFile("/sitemaps/tags.xml", api.services);
    const origin = api.services.siteOrigin;
    const paths = [...(part?.body ?? "").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) =>
      url.slice(origin.length),
    );
    expect(paths.indexOf("/tag/%E9%A2%A8%E6%99%AF")).toBeLessThan(paths.indexOf("/tag/malachite"));
    expect(paths).toContain("/tag/malachite");
    expect(paths).not.toContain("/tag/azurite");
    expect((await serveCrawlerFile("/sitemap.xml", api.services))?.body).toContain("/sitemaps/tags.xml");
  });
});
