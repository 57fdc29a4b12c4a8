import { marshall } from "@aws-sdk/util-dynamodb";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { queryPopularThisWeek } from "#lambdas/areas/popularity/find-popular.ts";
import { PopularityDayEntity, WEEKLY_LIST, WeeklyRankEntity } from "#lambdas/areas/popularity/weekly.entity.ts";
import { getExpiry, toDayNumber, weeklyRank, weeklyScore } from "#lambdas/areas/popularity/weekly-score.ts";
import { blockAccount } from "#lambdas/areas/users/block-account.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { rankArtwork } from "#lambdas/events/streams/rank-artwork.ts";
import { rankWeek } from "#lambdas/events/streams/rank-week.ts";
import { getKey } from "#lambdas/platform/table/item-key.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { getShard } from "#lambdas/platform/table/query-shards.ts";
import { listArtwork, listPopularThisWeek, updateArtwork } from "#shared/contract/artwork.ts";
import { deactivateUser } from "#shared/contract/auth.ts";
import { addFavorite, removeFavorite } from "#shared/contract/favorites.ts";
import { STRIP } from "#shared/limits.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { meter, SESSION_CHECK } from "#test/support/meter.ts";
import { meterWrites } from "#test/support/meter-writes.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let follow: ReturnType<typeof createStreamProcessor>;
let artist: string;
const fans: string[] = [];

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  const processors = [rankArtwork, rankWeek];
  follow = createStreamProcessor(
    MarketplaceTable.getName(),
    processors.map((process) => (event) => process(event, api.services)),
  );
  artist = (await given.user()).userId;
  for (let at = 0; at < 6; at++) fans.push((await given.user()).userId);
});

const favor = (as: string, artworkId: string) => api.call(addFavorite, { as, params: { artworkId } });
const unfavor = (as: string, artworkId: string) => api.call(removeFavorite, { as, params: { artworkId } });
/** Publishes an artwork of a new artist. */
const work = async (): Promise<string> => (await given.artwork((await given.user()).userId)).artworkId;

async function listed(of: readonly string[]) {
  const { body } = await api.call(listPopularThisWeek, {});
  return body.items.map(({ artworkId }: { artworkId: string }) => artworkId).filter((id: string) => of.includes(id));
}

const DAY = 24 * 60 * 60;

/** The stored weekly list, best first. */
const places = async (): Promise<string[]> =>
  (await queryPopularThisWeek(api.services.table, api.services.now(), 1000)).map(({ artworkId }) => artworkId);

/** Stored weight of an artwork's favourites; NaN for an artwork that isn't ranked. */
async function getWeight(artworkId: string) {
  const { Item } = await api.services.table.send(WeeklyRankEntity.build(GetItemCommand).key({ artworkId }));
  return Number(Item?.rank.split("#")[0]);
}

async function weightAfterFollowing(artworkId: string) {
  await follow();
  return getWeight(artworkId);
}

/** Stores favourites of an artwork counted a number of days ago. */
const countedAgo = (artworkId: string, days: number, count: number) => {
  const day = toDayNumber(new Date()) - days;
  const put = PopularityDayEntity.build(PutItemCommand).item({
    artworkId,
    day: String(day),
    count,
    expires: getExpiry(day),
  });
  return api.services.table.send(put);
};

test("recent favourites outrank more but older ones, even if the stream repeats them", async () => {
  const [old, lately, never, stale] = [await work(), await work(), await work(), await work()];
  await countedAgo(old, 6, 7);
  await countedAgo(stale, 12, 1);
  await Promise.all(fans.slice(0, 2).map((fan) => favor(fan, lately)));
  await follow({ times: 3 });
  // Seven of six days ago weigh less than two of today; one of twelve days ago is too old.
  expect(await listed([old, lately, never, stale])).toEqual([lately, old]);
  await favor(fans[0] ?? "", old);
  await follow();
  expect(await listed([old, lately])).toEqual([old, lately]);
});

test("a removed favourite loses its weight, and counts once when added again", async () => {
  const artworkId = await work();
  const [fan = ""] = fans;
  for (let time = 0; time < 3; time++) {
    await favor(fan, artworkId);
    await favor(fan, artworkId);
    await follow({ times: 2 });
    expect(await listed([artworkId])).toEqual([artworkId]);
    await unfavor(fan, artworkId);
    await unfavor(fan, artworkId);
    await follow({ times: 2 });
    expect(await listed([artworkId])).toEqual([]);
  }
});

test("twenty concurrent additions and removals leave the correct weight", async () => {
  const artworkId = await work();
  const [fan = ""] = fans;
  await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? favor : unfavor)(fan, artworkId)));
  await favor(fan, artworkId);
  await follow();
  await unfavor(fan, artworkId);
  await follow();
  expect(await listed([artworkId])).toEqual([]);
});

test("outdated stream records and those of expired days change nothing", async () => {
  const artworkId = await work();
  await favor(fans[0] ?? "", artworkId);
  await follow();
  const day = toDayNumber(new Date());
  const record = (eventName: string) => ({
    eventName,
    eventID: uuidv7(),
    dynamodb: { Keys: marshall(getKey(PopularityDayEntity, { artworkId, day: String(day) })), SequenceNumber: "1" },
  });
  const late = { Records: [record("MODIFY"), record("INSERT"), record("REMOVE")] };
  expect(await rankWeek(late as never, api.services)).toEqual({ batchItemFailures: [] });
  expect(await listed([artworkId])).toEqual([artworkId]);
});

test("a temporary failure of the table is retried from that record", async () => {
  const artworkId = await work();
  await countedAgo(artworkId, 0, 2);
  let fails = true;
  const table: typeof api.services.table = {
    send: (command) => (fails ? Promise.reject(new Error("throttled")) : api.services.table.send(command)),
  };
  const failing = createStreamProcessor(MarketplaceTable.getName(), [
    (event) => rankWeek(event, { ...api.services, table }),
  ]);
  await expect(failing()).rejects.toThrow("A record of the stream failed");
  fails = false;
  await follow();
  expect(await listed([artworkId])).toEqual([artworkId]);
});

test("hidden work isn't listed, and keeps its weight once it is visible again", async () => {
  const { artworkId } = await given.artwork(artist);
  await Promise.all(fans.map((fan) => favor(fan, artworkId)));
  await follow();
  const show = (artworkVisibility: string) =>
    api.call(updateArtwork, { as: artist, params: { artworkId }, body: { artworkVisibility } });
  await show("invisible");
  expect(await listed([artworkId])).toEqual([]);
  await follow();
  expect(await places()).not.toContain(artworkId);
  await show("visible");
  await follow({ times: 2 });
  expect(await listed([artworkId])).toEqual([artworkId]);
  const older = await work();
  await countedAgo(older, 0, 100);
  await follow();
  expect(await listed([artworkId, older])).toEqual([older, artworkId]);
  const popular = await api.call(listArtwork, { query: { sort: "popular", limit: 50 } });
  expect(popular.body.items[0]?.artworkId).toBe(artworkId);
});

test("takes a query per shard and the cards shown; a favourite takes ten write units", async () => {
  const shown = await Promise.all(Array.from({ length: STRIP.shown + 6 }, work));
  for (const [at, artworkId] of shown.entries()) await countedAgo(artworkId, 0, 200 + at);
  // Many more than a page reads.
  const today = toDayNumber(new Date());
  for (let at = 0; at < 300; at++) {
    const artworkId = api.services.newId();
    const rank = weeklyRank(weeklyScore([{ day: today, count: 1 }]) ?? 0, artworkId);
    const item = { artworkId, list: getShard(WEEKLY_LIST, artworkId), rank, expires: getExpiry(today) };
    await api.services.table.send(WeeklyRankEntity.build(PutItemCommand).item(item));
  }
  await follow();
  const read = await meter(() => api.call(listPopularThisWeek, {}));
  expect([...new Set(read.calls)]).toEqual(["QueryCommand", "GetItemCommand", "BatchGetItemCommand"]);
  expect(read.unitsByCommand.QueryCommand).toBeLessThanOrEqual(5);
  expect(read.readUnits).toBeLessThanOrEqual(5.5 + (STRIP.shown + 4) / 2);
  expect(read.result.body.items).toHaveLength(STRIP.shown);

  const artworkId = await work();
  const added = await meterWrites(() => favor(fans[0] ?? "", artworkId));
  // Artwork of two kilobytes, account, favourite and its day's count.
  expect(added).toMatchObject({ transactions: 1, writeUnits: 10 });
  const removed = await meter(() => unfavor(fans[0] ?? "", artworkId));
  expect(removed.calls).toEqual([
    SESSION_CHECK.call,
    "UpdateItemCommand",
    "GetItemCommand",
    "TransactWriteItemsCommand",
  ]);
});

test("removing and adding a favourite again doesn't renew its age", async () => {
  const [kept, refreshed] = [await work(), await work()];
  const [fan = "", other = ""] = fans;
  await favor(fan, refreshed);
  await favor(other, kept);
  for (let day = 0; day < 6; day++) {
    api.travel(DAY);
    await unfavor(fan, refreshed);
    await favor(fan, refreshed);
  }
  await follow();
  const fresh = await work();
  await favor(other, fresh);
  await follow();
  expect(await getWeight(refreshed)).toBe(await getWeight(kept));
  expect(await getWeight(fresh)).toBeGreaterThan(await getWeight(kept));
  // Once it no longer counts, it can be added again.
  api.travel(29 * DAY);
  await unfavor(fan, refreshed);
  await favor(fan, refreshed);
  await follow();
  expect(await getWeight(refreshed)).toBeGreaterThan(await getWeight(fresh));
  api.travel(-35 * DAY);
});

test("artists' own favourites don't count, also for hidden work", async () => {
  const artworkId = (await given.artwork(artist, { artworkVisibility: "invisible" })).artworkId;
  await favor(artist, artworkId);
  await follow();
  expect(await places()).not.toContain(artworkId);
  await api.call(updateArtwork, { as: artist, params: { artworkId }, body: { artworkVisibility: "visible" } });
  await follow();
  expect(await places()).not.toContain(artworkId);
  await favor(fans[0] ?? "", artworkId);
  const once = await work();
  await favor(fans[0] ?? "", once);
  await follow();
  expect(await getWeight(artworkId)).toBe(await getWeight(once));
  await unfavor(artist, artworkId);
  await follow();
  expect(await getWeight(artworkId)).toBe(await getWeight(once));
});

test("favourites of a closed or blocked account don't count", async () => {
  const people = createAccounts(api);
  const [leaver, spammer] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
  const [byLeaver, bySpammer] = [await work(), await work()];
  for (const artworkId of [byLeaver, bySpammer]) await favor(fans[0] ?? "", artworkId);
  const once = await weightAfterFollowing(byLeaver);
  await favor(leaver.userId, byLeaver);
  await favor(spammer.userId, bySpammer);
  expect(await weightAfterFollowing(byLeaver)).toBeGreaterThan(once);
  await api.call(deactivateUser, { ...leaver.self, body: { userPassword: PASSWORD } });
  await api.processEvents({ times: 2 });
  expect(await weightAfterFollowing(byLeaver)).toBe(once);
  const user = await findUser(api.services.table, spammer.userId);
  if (!user) throw new Error("Nobody is there to be blocked");
  const services = { ...api.services, withheldPreviews: api.services.previews };
  expect(await blockAccount(services, user, { at: new Date(), reason: "Spam", rule: "Our terms" })).toBe(true);
  expect(await weightAfterFollowing(bySpammer)).toBe(once);
});

test("an artist has at most three works in the list, and others move up", async () => {
  const [crowded, others] = [(await given.user()).userId, [await work(), await work()]];
  const crowd: string[] = [];
  for (let at = 0; at < 5; at++) crowd.push((await given.artwork(crowded)).artworkId);
  for (const artworkId of crowd) await countedAgo(artworkId, 0, 900);
  for (const artworkId of others) await countedAgo(artworkId, 0, 800);
  await follow();
  const shown = await listed([...crowd, ...others]);
  expect(shown).toEqual([...crowd.slice(2).reverse(), ...others.reverse()]);
});
