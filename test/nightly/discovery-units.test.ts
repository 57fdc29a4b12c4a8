import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, describe, expect, test } from "vitest";
import { type Artwork, generateArtworks } from "#bench/search/corpus.ts";
import { loadIndex } from "#bench/search/load-index.ts";
import { ArtworkEntity } from "#lambdas/artwork/artwork.entity.ts";
import type { ArtworkItem } from "#lambdas/artwork/find-artwork.ts";
import { openIndexing } from "#lambdas/search/search-table.ts";
import { listArtwork, readSimilar } from "#shared/contract/artwork.ts";
import { suggestTags } from "#shared/contract/search.ts";
import { LIMITS, PAGE } from "#shared/limits.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi();
});

/** How many works are asked about, spread over the index. */
const ASKED = 12;

describe.each([1000, 100_000])("in an index of %i artworks", (count) => {
  let artworks: readonly Artwork[];
  let items: readonly ArtworkItem[];

  beforeAll(async () => {
    artworks = generateArtworks(count);
    ({ items } = await loadIndex(openIndexing(), artworks, { withWords: false }));
    for (const number of numbers()) {
      const item = items[number];
      if (item) await api.services.table?.send(ArtworkEntity.build(PutItemCommand).item(item));
    }
  });

  const numbers = () => Array.from({ length: ASKED }, (_, at) => Math.floor(((at + 0.5) * count) / ASKED));

  /** Read units of the dearest of these calls, and how much the poorest has found. */
  async function unitsOf(ask: (artwork: Artwork, item: ArtworkItem) => Promise<{ items: readonly unknown[] }>) {
    const units: number[] = [];
    const found: number[] = [];
    for (const number of numbers()) {
      const [artwork, item] = [artworks[number], items[number]];
      if (!artwork || !item) continue;
      const { result, readUnits } = await meter(() => ask(artwork, item));
      units.push(readUnits);
      found.push(result.items.length);
    }
    return { most: Math.max(...units), least: Math.min(...found) };
  }

  const list = async (query: Record<string, unknown>) => (await api.call(listArtwork, { query })).body;

  test("what is similar takes fifteen read units at most, and is found", async () => {
    const { most, least } = await unitsOf(async (_, item) => {
      return (await api.call(readSimilar, { params: { artworkId: item.artworkId } })).body;
    });
    expect(most).toBeLessThanOrEqual(15);
    expect(least).toBeGreaterThanOrEqual(8);
    expect(least).toBeLessThanOrEqual(LIMITS.similar);
  });

  test("a page of a tag takes half a unit a card and five more at most", async () => {
    const { most } = await unitsOf(({ tags }) => list({ tag: tags[0] ?? "art", limit: PAGE.standard }));
    expect(most).toBeLessThanOrEqual(5 + PAGE.standard / 2);
  });

  test.each([
    [{ license: "personal" }, 5],
    [{ sort: "price" }, 8],
    [{ sort: "popular" }, 8],
  ])("a page by colour, medium and %o takes its bound at most", async (query, units) => {
    const { most, least } = await unitsOf(({ medium, look }) =>
      list({ medium, color: look.colors[0], ...query, limit: PAGE.standard }),
    );
    expect(most).toBeLessThanOrEqual(units + PAGE.standard / 2);
    expect(least).toBeGreaterThan(0);
  });

  test("tags by their beginning take a unit and a half at most", async () => {
    const { most } = await unitsOf(
      async ({ tags }) => (await api.call(suggestTags, { query: { q: (tags[0] ?? "art").slice(0, 3) } })).body,
    );
    expect(most).toBeLessThanOrEqual(1.5);
  });
});
