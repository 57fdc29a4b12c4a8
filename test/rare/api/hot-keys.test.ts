import { v7 as uuidv7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { listKeys } from "#lambdas/areas/artwork/artwork-lists.ts";
import { INDEX, type IndexName } from "#lambdas/platform/table/indexes.ts";
import { PARTITION_UNITS, Partitions } from "#local/services/dynamodb-partitions.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { givenIn } from "#test/support/given.ts";
import { largestArtwork, putItems } from "#test/support/largest-artwork.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

/** Of a table that has grown, so that a refusal is a hot key's fault. */
const PARTITIONS = 256;
const PUBLICATIONS = 1_000;

let api: Api;
let second = 0;
const partitions = new Partitions(() => second, PARTITIONS);

beforeAll(async () => {
  api = await startApi({ tables: { partitions } });
});

const works = (count: number) => Array.from({ length: count }, () => largestArtwork(uuidv7()));

/** Others use up what a partition gives in this second. */
const fill = (place: IndexName, partition: string) =>
  partitions.take({ place, partition, sort: "A", kind: "write", units: PARTITION_UNITS.write });

test("a thousand publications fit into one second", async () => {
  second = 1;
  await putItems(works(PUBLICATIONS));
});

test("the list of the newest refuses more until the second is over", async () => {
  second = 2;
  const further = works(1);
  fill(INDEX.newest, listKeys.newest);
  await expect(putItems(further)).rejects.toThrow(/capacity of a partition/);
  second = 3;
  await putItems(further);
});

test("a favourite whose index can't take it isn't lost in part: nothing of it is written", async () => {
  const given = givenIn(api);
  const [artist, fan] = [await given.user(), await given.user()];
  const { artworkId } = await given.artwork(artist.userId);
  second = 4;
  fill(INDEX.shownByOwner, listKeys.shownOfOwner(artist.userId));
  const favor = () => api.call(addFavorite, { as: fan.userId, params: { artworkId } });
  await expect(favor()).rejects.toMatchObject({ name: "TransactionCanceledException" });
  second = 5;
  expect((await favor()).status).toBe(204);
});
