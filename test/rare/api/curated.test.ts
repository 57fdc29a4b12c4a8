import { beforeAll, expect, test } from "vitest";
import { findCurated, replaceCurated } from "#lambdas/areas/artwork/curated.ts";
import { deleteArtwork, listCurated, updateArtwork } from "#shared/contract/artwork.ts";
import { STRIP } from "#shared/limits.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let artist: string;
const ids: string[] = [];

beforeAll(async () => {
  api = await startApi();
  const given = createGiven(api);
  artist = (await given.user()).userId;
  for (let at = 0; at < STRIP.curated; at++) ids.push((await given.artwork(artist)).artworkId);
});

/** Sets the strip's works, as the operators' command does. */
async function curate(artworkIds: readonly string[]) {
  const { table } = api.services;
  expect(await replaceCurated(table, await findCurated(table, { consistent: true }), artworkIds)).toBe(true);
}

/** The works shown, from the minute at which the operators' first one leads. */
async function shown() {
  const { artworkIds } = await findCurated(api.services.table);
  const turn = Math.max(1, artworkIds.length) * 60_000;
  api.travel((turn - (api.services.now().getTime() % turn)) / 1000);
  const { body } = await api.call(listCurated, {});
  expect([body.cursor, body.hasMore]).toEqual([null, false]);
  return body.items.map(({ artworkId }: { artworkId: string }) => artworkId);
}

test("the strip is empty at first", async () => {
  expect(await shown()).toEqual([]);
});

test("the first eight visible works are shown in the operators' order", async () => {
  const wanted = ids.toReversed();
  await curate(wanted);
  expect(await shown()).toEqual(wanted.slice(0, STRIP.shown));
  const [hidden = "", deleted = ""] = wanted;
  const params = { artworkId: hidden };
  await api.call(updateArtwork, { as: artist, params, body: { artworkVisibility: "invisible" } });
  await api.call(deleteArtwork, { as: artist, params: { artworkId: deleted } });
  expect(await shown()).toEqual(wanted.slice(2, STRIP.shown + 2));
  for (const artworkId of wanted.slice(2, 6)) {
    await api.call(deleteArtwork, { as: artist, params: { artworkId } });
  }
  expect(await shown()).toEqual(wanted.slice(6, STRIP.shown + 6));
});

test("each minute starts with the next one", async () => {
  const wanted = ids.slice(0, 3);
  await curate(wanted);
  const [first = "", second = "", third = ""] = await shown();
  const read = async () => (await api.call(listCurated, {})).body.items.map(({ artworkId }) => artworkId);
  api.travel(61);
  expect(await read()).toEqual([second, third, first]);
  api.travel(60);
  expect(await read()).toEqual([third, first, second]);
});

test("the strip takes two table calls while none is hidden", async () => {
  await curate(ids.slice(0, STRIP.shown));
  const { calls, readUnits } = await meter(() => api.call(listCurated, {}));
  expect(calls).toEqual(["GetItemCommand", "BatchGetItemCommand"]);
  expect(readUnits).toBeLessThanOrEqual(0.5 + STRIP.shown / 2);
});

test("one of two concurrent changes is refused", async () => {
  const { table } = api.services;
  const read = await findCurated(table, { consistent: true });
  const changes = await Promise.all([replaceCurated(table, read, []), replaceCurated(table, read, ids.slice(0, 1))]);
  expect(changes.toSorted()).toEqual([false, true]);
});
