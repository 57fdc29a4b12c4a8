import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { beforeAll, describe, expect, test } from "vitest";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { followLists } from "#lambdas/areas/follows/follow.entity.ts";
import { FOLLOWERS_PER_PAGE } from "#lambdas/areas/follows/notify-followers.ts";
import type { FollowPage } from "#lambdas/areas/follows/open-follow-pages.ts";
import { queryNotifications } from "#lambdas/areas/notifications/find-notifications.ts";
import { ProcessedEventEntity } from "#lambdas/areas/notifications/notification.entity.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { processFollowPages } from "#lambdas/events/queues/process-follow-pages.ts";
import { updateArtwork } from "#shared/contract/artwork.ts";
import { deactivateUser } from "#shared/contract/auth.ts";
import {
  createAnnouncement,
  deleteAnnouncement,
  followArtist,
  listFollowed,
  listFollowedArtwork,
  updateAnnouncement,
} from "#shared/contract/follows.ts";
import { LIMITS } from "#shared/limits.ts";
import { UserId } from "#shared/model/ids.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { breaking, eachCrash } from "#test/support/breaking.ts";
import { createGiven } from "#test/support/given.ts";
import { putFollowers } from "#test/support/put-followers.ts";
import { queueEvent } from "#test/support/queue-event.ts";
import { actAs } from "#test/support/rights.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

/** Distinct numbers of notifications of these users. */
async function countNotifications(ids: readonly string[]) {
  const counts = await Promise.all(
    ids.map(async (userId) => {
      const [items, user] = await Promise.all([
        queryNotifications(api.services.table, userId, { limit: 50, reverse: true }),
        findUser(api.services.table, userId),
      ]);
      expect(user?.unread).toBe(items.length);
      return items.length;
    }),
  );
  return [...new Set(counts)].sort();
}

/** Delivers one message; resolves to true if it was processed. */
async function deliver(page: FollowPage, instead: object = {}) {
  const event = queueEvent([page]);
  const services = { ...api.services, ...instead };
  const { batchItemFailures } = await actAs("process-follow-pages", () => processFollowPages(event, services));
  return batchItemFailures.length === 0;
}

const show = (artistId: string, artworkId: string, artworkVisibility: "visible" | "invisible") =>
  api.call(updateArtwork, { as: artistId, params: { artworkId }, body: { artworkVisibility } });

/** Delivers queued messages, each so many times, until none is left; returns their number. */
async function drain(times = 1) {
  let handed = 0;
  for (let page = api.followPages.shift(); page; page = api.followPages.shift()) {
    for (let time = 0; time < times; time++) expect(await deliver(page)).toBe(true);
    handed += times;
  }
  return handed;
}

/** An artwork of an artist with more than a page of followers, whose announcement isn't queued. */
async function publishWithFollowers(count = FOLLOWERS_PER_PAGE + 20) {
  api.followPages.splice(0);
  const artist = await given.user();
  const fans = await putFollowers(api, artist.userId, count);
  const { artworkId } = await given.artwork(artist.userId);
  return { artist, fans, artworkId, message: { kind: "newWork", artworkId } as const };
}

describe("new work of an artist with more followers than a page", () => {
  test("notifies each follower once, even if messages arrive twice", async () => {
    const { fans, message } = await publishWithFollowers();
    expect(await deliver(message)).toBe(true);
    expect(await countNotifications(fans.slice(0, FOLLOWERS_PER_PAGE))).toEqual([1]);
    expect(await countNotifications(fans.slice(FOLLOWERS_PER_PAGE))).toEqual([0]);
    expect(api.followPages).toEqual([message]);
    // The first message again, which continues at the next page, and then the second one, twice.
    expect(await deliver(message)).toBe(true);
    expect(await countNotifications(fans)).toEqual([1]);
    expect(await drain(2)).toBe(2);
    expect(await countNotifications(fans)).toEqual([1]);
  });

  test("takes as many messages as it has pages, even if each arrives twice at once", async () => {
    const { fans, message } = await publishWithFollowers(2 * FOLLOWERS_PER_PAGE + 20);
    let handed = 0;
    for (let page: FollowPage | undefined = message; page; page = api.followPages.shift()) {
      const twice = [page, page].map((repeated) => deliver(repeated));
      expect(await Promise.all(twice)).toEqual([true, true]);
      handed++;
    }
    expect(handed).toBe(3);
    expect(await countNotifications(fans)).toEqual([1]);
  });

  test("stops when it is hidden between two pages, and notifies the remaining followers once it is shown", async () => {
    const { artist, fans, artworkId, message } = await publishWithFollowers();
    await deliver(message);
    await show(artist.userId, artworkId, "invisible");
    expect(await drain()).toBe(1);
    expect(await countNotifications(fans.slice(FOLLOWERS_PER_PAGE))).toEqual([0]);
    await show(artist.userId, artworkId, "visible");
    await api.processEvents();
    expect(await countNotifications(fans)).toEqual([1]);
  });

  test("notifies nobody again when it is shown again or a message is late, even after the record of a follower expired", async () => {
    const { artist, fans, artworkId, message } = await publishWithFollowers();
    await deliver(message);
    await drain();
    const [fan = ""] = fans;
    const processedKey = { userId: fan, event: `work#${artworkId}` };
    await api.services.table.send(ProcessedEventEntity.build(DeleteItemCommand).key(processedKey));
    for (const visibility of ["invisible", "visible"] as const) await show(artist.userId, artworkId, visibility);
    expect(await deliver(message)).toBe(true);
    await api.processEvents({ times: 2 });
    expect(await countNotifications(fans)).toEqual([1]);
  });

  test("that is hidden and shown on the way counts once among the works of its day", async () => {
    const { artist, fans, artworkId, message } = await publishWithFollowers();
    await deliver(message);
    await show(artist.userId, artworkId, "invisible");
    await drain();
    await show(artist.userId, artworkId, "visible");
    await deliver(message);
    await drain();
    for (let nth = 1; nth < LIMITS.followed.noticesPerDay; nth++) await given.artwork(artist.userId);
    await api.processEvents();
    expect(await countNotifications(fans)).toEqual([LIMITS.followed.noticesPerDay]);
  });
});

test("a follower's message while the artwork is hidden queues nothing and doesn't reopen the announcement", async () => {
  const { artist, fans, artworkId, message } = await publishWithFollowers(3);
  const late = { ...message, only: fans.slice(0, 1) };
  await deliver(message);
  await show(artist.userId, artworkId, "invisible");
  expect(await deliver(late)).toBe(true);
  expect(api.followPages).toEqual([]);
  expect((await findArtwork(api.services.table, artworkId))?.unannounced).toBeUndefined();
});

test("a follower who can't be notified delays nobody, and is retried alone", async () => {
  const artist = await given.user();
  const fans = await putFollowers(api, artist.userId, 12);
  const [unlucky = "", ...others] = fans;
  const { artworkId } = await given.artwork(artist.userId);
  const { table } = api.services;
  const send: typeof table.send = (command) => {
    const { Key } = ("params" in command ? (command as { params(): { Key?: { pk?: string } } }).params() : {}) as {
      Key?: { pk?: string };
    };
    return Key?.pk === `USER#${unlucky}` ? Promise.reject(new Error("Throttled")) : table.send(command);
  };
  const page = { kind: "newWork", artworkId } as const;
  expect(await deliver(page, { table: { send } })).toBe(true);
  expect(await countNotifications(others)).toEqual([1]);
  const left = api.followPages.splice(0);
  expect(left).toEqual([{ ...page, only: [unlucky] }]);
  const [again] = left;
  if (!again) throw new Error("Nobody is tried again");
  expect(await deliver(again, { table: { send } })).toBe(false);
  expect(await deliver(again)).toBe(true);
  expect(await countNotifications(fans)).toEqual([1]);
});

test("an announcement that crashes anywhere notifies each follower once when its message is retried", async () => {
  const crashPoints = await eachCrash(async (nth, when) => {
    const artist = await given.user();
    const fans = await putFollowers(api, artist.userId, 2);
    const { artworkId } = await given.artwork(artist.userId);
    const page = { kind: "newWork", artworkId } as const;
    const { instead, crashed } = breaking(api, nth, when);
    await deliver(page, { table: instead.table });
    for (const queued of [page, ...api.followPages.splice(0)]) expect(await deliver(queued)).toBe(true);
    expect(await countNotifications(fans)).toEqual([1]);
    return crashed();
  });
  expect(crashPoints).toBeGreaterThan(10);
});

describe("closing an account", () => {
  test("removes its follows on both sides, page by page, with their counts", async () => {
    const people = createAccounts(api);
    const account = await people.createSignedInAccount();
    const [artist, fan] = [await given.user(), await given.user()];
    const fans = await putFollowers(api, account.userId, 230);
    const followed = { params: { username: account.userUsername } };
    await api.call(followArtist, { as: fan.userId, ...followed });
    await api.call(followArtist, { as: fan.userId, params: { username: artist.name } });
    await api.call(followArtist, { as: account.userId, params: { username: artist.name } });
    expect((await findUser(api.services.table, artist.userId))?.followers).toBe(2);
    await api.call(deactivateUser, { ...account.self, body: { userPassword: PASSWORD } });
    await api.processEvents({ times: 2 });

    expect((await findUser(api.services.table, artist.userId))?.followers).toBe(1);
    expect((await findUser(api.services.table, fan.userId))?.following).toBe(1);
    const counts = await Promise.all(fans.map((userId) => findUser(api.services.table, userId)));
    expect(new Set(counts.map((user) => user?.following))).toEqual(new Set([0]));
    const params = { userId: UserId.parse(fan.userId) };
    const { items } = (await api.call(listFollowed, { as: fan.userId, params })).body;
    expect(items.map((item) => item.artist.name)).toEqual([artist.name]);
    expect((await api.call(listFollowedArtwork, { as: fan.userId })).status).toBe(200);
    const table = await scanTable();
    expect(table).not.toContain(followLists.ofUser(account.userId));
    expect(table).not.toContain(followLists.ofArtist(account.userId));
  });
});

test("an announcement continues page by page, also by repeated messages, until it is deleted, and after it is put back", async () => {
  api.followPages.splice(0);
  const artist = await given.user();
  const fans = await putFollowers(api, artist.userId, FOLLOWERS_PER_PAGE + 20);
  const [first, last] = [fans.slice(0, FOLLOWERS_PER_PAGE), fans.slice(FOLLOWERS_PER_PAGE)];
  const as = artist.userId;
  const body = { announcementTitle: "A new series", announcementText: "Dunes." };
  const { announcementId } = (await api.call(createAnnouncement, { as, body })).body;
  const params = { announcementId };
  const page = { kind: "announcement", announcementId } as const;
  await Promise.all([deliver(page), deliver(page)]);
  expect([await countNotifications(first), await countNotifications(last)]).toEqual([[1], [0]]);
  await api.call(deleteAnnouncement, { as, params });
  await drain();
  expect(await countNotifications(last)).toEqual([0]);
  await api.call(updateAnnouncement, { as, params, body: { deleted: false } });
  await api.processEvents();
  expect(await countNotifications(fans)).toEqual([1]);
});
