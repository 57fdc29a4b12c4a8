import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { FollowEntity, followLists } from "#lambdas/areas/follows/follow.entity.ts";
import { epochSeconds } from "#lambdas/platform/runtime/time.ts";
import { computeWindow } from "#lambdas/platform/throttle/window.ts";
import { listFollowedArtwork } from "#shared/contract/follows.ts";
import { LIMITS, PAGE } from "#shared/limits.ts";
import { FEED_ALLOWANCE } from "#shared/throttles.ts";
import { createGiven } from "#test/support/given.ts";
import { largestArtwork, putItems } from "#test/support/largest-artwork.ts";
import { meter, SESSION_CHECK } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi();
});

/** Works of each artist, beyond what a query of the feed takes. */
const WORKS = 12;

const followParser = FollowEntity.build(EntityParser);

test("an account that reads a long feed repeatedly is throttled, and others aren't", async () => {
  const { userId } = await createGiven(api).user();
  const follows = Array.from({ length: LIMITS.followed.max }, () => {
    const list = followLists.ofUser(userId);
    return followParser.parse({ userId, artistId: uuidv7(), followId: uuidv7(), list }).item;
  });
  await putItems(follows);
  const read = (as: string) => api.call(listFollowedArtwork, { as });
  // Starts with a new window, because the reads take seconds and a later window would reset the count.
  const now = api.services.now();
  api.travel(computeWindow(now, FEED_ALLOWANCE.seconds).endsAt - epochSeconds(now));
  const pages = FEED_ALLOWANCE.amount / LIMITS.followed.max;
  for (let page = 0; page < pages; page++) expect((await read(userId)).status).toBe(200);
  const refused = await read(userId);
  expect([refused.status, refused.failure.code]).toEqual([429, "too_many_requests"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await read((await createGiven(api).user()).userId)).status).toBe(200);
  api.travel(FEED_ALLOWANCE.seconds);
  expect((await read(userId)).status).toBe(200);
});

test.each([
  [20, 12],
  [100, 55],
  [LIMITS.followed.max, 270],
])("a page of the feed of %i artists takes at most %i read units", async (artists, most) => {
  const { userId } = await createGiven(api).user();
  const ids = Array.from({ length: artists }, () => uuidv7());
  // The works of all artists alternate in time.
  const works = Array.from({ length: WORKS }, () => ids.map((id) => largestArtwork(id))).flat();
  const follows = ids.map((artistId) => {
    const list = followLists.ofUser(userId);
    return followParser.parse({ userId, artistId, followId: uuidv7(), list }).item;
  });
  await putItems([...works, ...follows]);
  const page = await meter(() => api.call(listFollowedArtwork, { as: userId }));
  expect(page.result.body.items).toHaveLength(PAGE.standard);
  expect(page.readUnits - SESSION_CHECK.readUnits).toBeLessThanOrEqual(most);
  expect(page.calls.length).toBeLessThanOrEqual(artists + 25);
  const { cursor } = page.result.body;
  const next = await meter(() => api.call(listFollowedArtwork, { as: userId, query: { cursor: cursor ?? "" } }));
  expect(next.readUnits - SESSION_CHECK.readUnits).toBeLessThanOrEqual(most);
  const seen = [...page.result.body.items, ...next.result.body.items].map(({ artworkId }): string => artworkId);
  expect(seen).toEqual([...seen].sort().reverse());
  expect(new Set(seen).size).toBe(2 * PAGE.standard);
});
