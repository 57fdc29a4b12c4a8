import { beforeAll, describe, expect, test } from "vitest";
import { listArtwork } from "#shared/contract/artwork.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { search } from "#shared/contract/search.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { PRICE_STOPS, toDollarRange } from "#shared/price-bands.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { getOrientation } from "#shared/rules/orientation.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const priced = (artworkPersonal: number, artworkCommercial?: number): Partial<ArtworkFormInput> => ({
  artworkType: "commercial",
  artworkPersonal,
  ...(artworkCommercial === undefined
    ? { artworkLicense: "personal" }
    : { artworkLicense: "commercial", artworkUse: "separate", artworkCommercial }),
});

/** The total in cents of a licence of $20. */
const TWENTY = computeFees(2000).orderSpent;

const WORKS: readonly Partial<ArtworkFormInput>[] = [
  { artworkTitle: "Heron one", artworkMedium: "painting", artworkSource: "hand", artworkTags: ["marsh"] },
  { artworkTitle: "Heron two", artworkMedium: "photograph", artworkSource: "generated", ...priced(20, 300) },
  { artworkTitle: "Heron three", artworkMedium: "photograph", artworkTags: ["marsh", "reed"], ...priced(10) },
  { artworkTitle: "Heron four", artworkMedium: "collage", artworkSource: "assisted", ...priced(60, 80) },
  { artworkTitle: "Egret five", artworkDescription: "heron", artworkMedium: "painting", ...priced(20) },
  { artworkTitle: "Heron six", artworkAvailability: "unavailable" },
];

let api: Api;
let fan: { userId: string };
const ids: string[] = [];

beforeAll(async () => {
  api = await startApi();
  const given = createGiven(api);
  const updateIndex = createIndexUpdater(api);
  const artist = await given.seller();
  fan = await given.user();
  for (const work of WORKS) ids.push((await given.artwork(artist.userId, work)).artworkId);
  for (const at of [3, 1]) await api.call(addFavorite, { as: fan.userId, params: { artworkId: ids[at] ?? "" } });
  const other = await given.user();
  await api.call(addFavorite, { as: other.userId, params: { artworkId: ids[3] ?? "" } });
  await updateIndex();
});

/** The indexes of the works found in the list above, and their total. */
async function found(query: Record<string, unknown>, route: typeof listArtwork | typeof search = listArtwork) {
  const { status, body } = await api.call(route as typeof listArtwork, { query });
  expect(status).toBe(200);
  return { at: body.items.map(({ artworkId }) => ids.indexOf(artworkId)), total: body.total, cursor: body.cursor };
}

describe("a list of artwork is filtered", () => {
  test.each([
    [{ medium: "painting" }, [4, 0]],
    [{ medium: "painting,collage" }, [4, 3, 0]],
    [{ source: "hand" }, [0]],
    [{ source: "generated,assisted", medium: "collage,painting" }, [3]],
    [{ license: "free" }, [0]],
    [{ license: "commercial" }, [3, 1]],
    [{ license: "personal", medium: "photograph" }, [2, 1]],
    [{ tag: "marsh" }, [2, 0]],
    [{ tag: "reed,marsh", medium: "photograph" }, [2]],
    [{ orientation: "landscape" }, [5, 4, 3, 2, 1, 0]],
    [{ orientation: "portrait,square" }, []],
    [{ priceTo: TWENTY }, [4, 2, 1, 0]],
    [{ priceFrom: 1, priceTo: TWENTY }, [4, 2, 1]],
    [{ priceFrom: TWENTY + 1 }, [3]],
    [{ priceFrom: 200, priceTo: 300 }, []],
    [{ license: "commercial", priceTo: computeFees(8000).orderSpent }, [3]],
  ])("by %o", async (query, at) => {
    const result = await found(query);
    expect(result.at).toEqual(at);
    expect(result.total).toEqual({ count: at.length, isExact: true });
  });

  test("by the colours of the picture, of which every picture has one", async () => {
    const all = await found({ color: "red,orange,yellow,green,teal,blue,purple,pink,brown,black,white" });
    expect(all.at).toHaveLength(WORKS.length);
  });

  test("and sorted by price, unavailable artwork last, page by page", async () => {
    expect((await found({ sort: "price" })).at).toEqual([0, 2, 4, 1, 3, 5]);
    expect((await found({ sort: "price", medium: "photograph,painting" })).at).toEqual([0, 2, 4, 1]);
    expect((await found({ sort: "price", license: "commercial" })).at).toEqual([3, 1]);
    expect((await found({ sort: "price", priceFrom: TWENTY })).at).toEqual([4, 1, 3]);
    const pages: number[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 3; page++) {
      const next = await found({ sort: "price", limit: 2, ...(cursor ? { cursor } : {}) });
      pages.push(...next.at);
      cursor = next.cursor;
    }
    expect(pages).toEqual([0, 2, 4, 1, 3, 5]);
  });

  test("and sorted by favourites", async () => {
    expect((await found({ sort: "popular", license: "commercial,personal" })).at).toEqual([3, 1, 4, 2, 0]);
    expect((await found({ sort: "popular", medium: "photograph" })).at).toEqual([1, 2]);
  });

  test("and has no total without filters", async () => {
    const { body } = await api.call(listArtwork, { query: {} });
    expect(Object.keys(body)).toEqual(["items", "cursor", "hasMore"]);
  });

  test.each([
    [{ medium: "oil" }, { medium: MESSAGES.invalid }],
    [{ source: "photograph" }, { source: MESSAGES.invalid }],
    [{ license: "" }, { license: MESSAGES.invalid }],
    [{ color: "red,mauve" }, { color: MESSAGES.invalid }],
    [{ orientation: "round" }, { orientation: MESSAGES.invalid }],
    [{ priceFrom: "1.5" }, { priceFrom: MESSAGES.notPositiveInteger }],
    [{ priceTo: "-1" }, { priceTo: MESSAGES.notPositiveInteger }],
    [{ priceFrom: 300, priceTo: 200 }, { priceTo: MESSAGES.invalid }],
    [{ sort: "dearest" }, { sort: MESSAGES.invalid }],
  ])("but refused with %o", async (query, fields) => {
    const { status, failure } = await api.call(listArtwork, { query: query as Record<string, unknown> });
    expect([status, failure.fields]).toEqual([400, fields]);
  });
});

describe("a search is filtered", () => {
  test("by filters, best first", async () => {
    expect((await found({ q: "heron" }, search)).at).toEqual([5, 3, 2, 1, 0, 4]);
    const { at, total } = await found({ q: "heron", medium: "painting" }, search);
    expect([at, total]).toEqual([[0, 4], { count: 2, isExact: true }]);
  });

  test("and sorted by time, favourites and price", async () => {
    expect((await found({ q: "heron", sort: "newest" }, search)).at).toEqual([5, 4, 3, 2, 1, 0]);
    expect((await found({ q: "heron", sort: "popular" }, search)).at).toEqual([3, 1, 5, 4, 2, 0]);
    expect((await found({ q: "heron", sort: "price", priceFrom: 1 }, search)).at).toEqual([2, 4, 1, 3]);
    expect((await found({ q: "herom", sort: "price", medium: "photograph" }, search)).at).toEqual([2, 1]);
  });

  test("page by page by time", async () => {
    const first = await found({ q: "heron", sort: "newest", limit: 3 }, search);
    const second = await found({ q: "heron", sort: "newest", limit: 3, cursor: first.cursor }, search);
    expect([...first.at, ...second.at]).toEqual([5, 4, 3, 2, 1, 0]);
  });

  test("only among artwork", async () => {
    const { status, failure } = await api.call(search, { query: { q: "heron", t: "users", color: "red" } });
    expect([status, failure.fields]).toEqual([400, { t: MESSAGES.invalid }]);
  });
});

describe("the rules of filters", () => {
  test.each([
    [1000, 1000, "square"],
    [1050, 1000, "square"],
    [1051, 1000, "landscape"],
    [1000, 1050, "square"],
    [1000, 1051, "portrait"],
  ])("%i × %i is %s", (width, height, orientation) => {
    expect(getOrientation({ width, height })).toBe(orientation);
  });

  test("a price filter applies to the total that buyers pay", () => {
    for (const stop of PRICE_STOPS) {
      const { last = 0 } = toDollarRange({ to: stop * 100 }) ?? {};
      expect(computeFees(last * 100).orderSpent).toBeLessThanOrEqual(stop * 100);
      expect(computeFees((last + 1) * 100).orderSpent).toBeGreaterThan(stop * 100);
    }
    expect(toDollarRange({ from: 1 })?.first).toBe(1);
    expect(toDollarRange({ from: 1, to: 2 })).toBeUndefined();
  });
});
