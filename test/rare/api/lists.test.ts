import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { deleteArtwork, listArtwork, readArtwork } from "#shared/contract/artwork.ts";
import { listMyArtwork, listUserArtwork } from "#shared/contract/users.ts";
import { PAGE } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createGiven } from "#test/support/given.ts";
import { largestArtwork, putItems } from "#test/support/largest-artwork.ts";
import { meter, SESSION_CHECK } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const SHARDS = 4;

let api: Api;
let artist: { userId: string; name: string };
const ids: string[] = [];

beforeAll(async () => {
  api = await startApi();
  artist = await createGiven(api).user();
  await fill(100);
});

/** Writes artworks with the longest allowed texts directly into the table. */
async function fill(upTo: number) {
  const added = Array.from({ length: upTo - ids.length }, () => uuidv7());
  ids.push(...added);
  await putItems(added.map((artworkId) => largestArtwork(artist.userId, artworkId)));
}

describe.each([100, 5000])("with %i artworks of the largest size", (count) => {
  beforeAll(() => fill(count));

  const readPage = (sort: string) => meter(() => api.call(listArtwork, { query: { sort, limit: PAGE.standard } }));

  test("the newest page of 20 cards takes one query of at most three read units", async () => {
    const metered = await readPage("newest");
    expect(metered.result.body.items).toHaveLength(20);
    expect(metered.calls).toEqual(["QueryCommand"]);
    expect(metered.readUnits).toBeLessThanOrEqual(3);
  });

  test("the popular page takes one query per shard and at most one more, of one and a half read units each", async () => {
    const metered = await readPage("popular");
    expect(metered.result.body.items).toHaveLength(20);
    const further = metered.calls.length - SHARDS;
    expect(further).toBeLessThanOrEqual(1);
    expect(new Set(metered.calls)).toEqual(new Set(["QueryCommand"]));
    expect(metered.readUnits).toBeLessThanOrEqual(1.5 * (SHARDS + further));
  });

  test("the artist's public page takes one query after the artist is found", async () => {
    const metered = await meter(() => api.call(listUserArtwork, { params: { username: artist.name } }));
    expect(metered.calls).toEqual(["GetItemCommand", "GetItemCommand", "QueryCommand"]);
  });

  test("the owner's page takes a query each of works, sales and views after the session check", async () => {
    const params = { userId: artist.userId };
    const metered = await meter(() => api.call(listMyArtwork, { as: artist.userId, params }));
    expect(metered.calls).toEqual([SESSION_CHECK.call, "QueryCommand", "QueryCommand", "QueryCommand"]);
    expect(metered.readUnits).toBeLessThanOrEqual(SESSION_CHECK.readUnits + 4.5);
  });

  test("an artwork's page takes at most two table calls", async () => {
    const metered = await meter(() => api.call(readArtwork, { params: { artworkId: ids[0] ?? "" } }));
    expect(metered.result.status).toBe(200);
    expect(metered.calls.length).toBeLessThanOrEqual(2);
  });
});

describe("paging", () => {
  test.each(["newest", "popular"] as const)(
    "through the %s list returns every artwork once, in order",
    async (sort) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, unknown> = { sort, limit: 50, ...(cursor ? { cursor } : {}) };
        const page = await api.call(listArtwork, { query });
        seen.push(...page.body.items.map(({ artworkId }): string => artworkId));
        cursor = page.body.hasMore ? page.body.cursor : null;
      } while (cursor);
      expect(seen).toEqual([...ids].reverse());
    },
  );

  test("continues from the place of a deleted artwork", async () => {
    const [left, gone, right] = [ids[50] ?? "", ids[51] ?? "", ids[52] ?? ""];
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: gone } });
    for (const sort of ["newest", "popular"]) {
      const from = (cursor: string) => api.call(listArtwork, { query: { sort, cursor, limit: 1 } });
      expect((await from(gone)).body.items.map(({ artworkId }) => artworkId)).toEqual([left]);
      expect((await from(right)).body.items.map(({ artworkId }) => artworkId)).toEqual([left]);
    }
  });

  test("past the end is an empty page without a cursor", async () => {
    const page = await api.call(listArtwork, { query: { cursor: ids[0] } });
    expect(page.body).toEqual({ items: [], cursor: null, hasMore: false });
  });

  test.each([
    [{ cursor: "yesterday" }, { cursor: MESSAGES.invalidUuid }],
    [{ limit: 0 }, { limit: MESSAGES.invalid }],
    [{ limit: 51 }, { limit: MESSAGES.invalid }],
    [{ limit: 1.5 }, { limit: MESSAGES.notPositiveInteger }],
    [{ limit: "many" }, { limit: MESSAGES.notPositiveInteger }],
    [{ sort: "cheapest" }, { sort: MESSAGES.invalid }],
  ])("by %o is refused", async (query, fields) => {
    const reply = await api.call(listArtwork, { query });
    expect([reply.status, reply.failure.fields]).toEqual([400, fields]);
  });
});
