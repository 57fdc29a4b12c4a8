import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import {
  followArtist,
  listFollowed,
  listFollowedArtwork,
  unfollowArtist,
  updateFollow,
} from "#shared/contract/follows.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { readUser } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { UserId } from "#shared/model/ids.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

interface Someone {
  readonly userId: string;
  readonly name: string;
}

const of = ({ name }: Someone) => ({ params: { username: name } });
const follow = (as: Someone, artist: Someone) => api.call(followArtist, { as: as.userId, ...of(artist) });
const unfollow = (as: Someone, artist: Someone) => api.call(unfollowArtist, { as: as.userId, ...of(artist) });
const notify = (as: Someone, artist: Someone, followNotify: boolean) =>
  api.call(updateFollow, { as: as.userId, ...of(artist), body: { followNotify } });

/** The followers of an artist, and the state for a signed-in user. */
async function getProfile(artist: Someone, token?: string) {
  const { body } = await api.call(readUser, { ...of(artist), ...(token ? { token } : {}) });
  return { followers: body.followers, followed: body.followed, followNotify: body.followNotify };
}

async function followedBy({ userId }: Someone, query = {}) {
  const { body } = await api.call(listFollowed, { as: userId, params: { userId: UserId.parse(userId) }, query });
  return { ...body, names: body.items.map(({ artist }) => artist.name) };
}

async function getFeed({ userId }: Someone, query = {}) {
  const { body } = await api.call(listFollowedArtwork, { as: userId, query });
  return { ...body, ids: body.items.map(({ artworkId }): string => artworkId) };
}

async function listNotifications({ userId }: Someone) {
  const params = { userId: UserId.parse(userId) };
  const { body } = await api.call(previousNotifications, { as: userId, params, query: { limit: 50 } });
  return body;
}

const show = (artist: Someone, artworkId: string, artworkVisibility: "visible" | "invisible") =>
  api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: { artworkVisibility } });

describe("following", () => {
  test("is idempotent, also in twenty concurrent requests, and so is unfollowing", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const times = Array.from({ length: 20 });
    const started = await Promise.all(times.map(() => follow(fan, artist)));
    expect(new Set(started.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await getProfile(artist)).toEqual({ followers: 1, followed: undefined, followNotify: undefined });
    const ended = await Promise.all(times.map(() => unfollow(fan, artist)));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await getProfile(artist)).followers).toBe(0);
    expect((await followedBy(fan)).items).toEqual([]);
  });

  test("and unfollowing concurrently leave a count that agrees with the list", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    await Promise.all(Array.from({ length: 30 }, (_, at) => (at % 2 ? follow : unfollow)(fan, artist)));
    expect((await getProfile(artist)).followers).toBe((await followedBy(fan)).items.length);
  });

  test("is part of the artist's and the artwork's response, with the notification switch", async () => {
    const [artist, fan] = [await given.user(), await given.member()];
    const { artworkId } = await given.artwork(artist.userId);
    const onArtwork = async () =>
      (await api.call(readArtwork, { token: fan.token, params: { artworkId } })).body.followed;
    expect(await getProfile(artist, fan.token)).toEqual({ followers: 0, followed: false, followNotify: false });
    expect(await onArtwork()).toBe(false);
    await follow(fan, artist);
    expect(await getProfile(artist, fan.token)).toEqual({ followers: 1, followed: true, followNotify: true });
    expect(await onArtwork()).toBe(true);
    expect((await api.call(readArtwork, { params: { artworkId } })).body).not.toHaveProperty("followed");

    expect((await notify(fan, artist, false)).status).toBe(204);
    expect((await notify(fan, artist, false)).status).toBe(204);
    expect(await getProfile(artist, fan.token)).toMatchObject({ followed: true, followNotify: false });
    // Following again leaves the switch unchanged.
    await follow(fan, artist);
    expect(await getProfile(artist, fan.token)).toMatchObject({ followers: 1, followNotify: false });
    await notify(fan, artist, true);
    expect(await getProfile(artist, fan.token)).toMatchObject({ followNotify: true });
  });

  test("can start without notifications", async () => {
    const [artist, fan] = [await given.user(), await given.member()];
    await api.call(followArtist, { as: fan.userId, ...of(artist), body: { followNotify: false } });
    expect(await getProfile(artist, fan.token)).toMatchObject({ followed: true, followNotify: false });
  });

  test("oneself, an unknown user or a closed account is refused", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const oneself = await follow(fan, fan);
    expect([oneself.status, oneself.failure.message]).toEqual([400, MESSAGES.followSelf]);
    expect((await unfollow(fan, fan)).status).toBe(204);
    const nobody = { userId: "", name: "nobody.at.all" };
    for (const call of [follow, unfollow]) expect((await call(fan, nobody)).failure.code).toBe("user_not_found");
    expect((await notify(fan, nobody, true)).failure.code).toBe("user_not_found");
    expect((await notify(fan, artist, true)).failure).toMatchObject({ code: "follow_not_found" });
    const closed = { userId: artist.userId, deactivatedAt: new Date().toISOString() };
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item(closed));
    const refused = await follow(fan, artist);
    expect([refused.status, refused.failure.code]).toEqual([404, "user_not_found"]);
  });

  test("requires a valid switch and a session", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    for (const [body, message] of [
      [{}, MESSAGES.required],
      [{ followNotify: "yes" }, MESSAGES.invalid],
    ] as const) {
      const refused = await api.call(updateFollow, { as: fan.userId, ...of(artist), body: body as never });
      expect([refused.status, refused.failure.fields]).toEqual([400, { followNotify: message }]);
    }
    for (const route of [followArtist, unfollowArtist]) expect((await api.call(route, of(artist))).status).toBe(401);
  });

  test("is limited to a number of artists, and possible again after unfollowing one", async () => {
    const [fan, first, second] = [await given.user(), await given.user(), await given.user()];
    const counted = { userId: fan.userId, following: LIMITS.followed.max - 1 };
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item(counted));
    expect((await follow(fan, first)).status).toBe(204);
    const refused = await follow(fan, second);
    expect([refused.status, refused.failure.message]).toEqual([409, MESSAGES.tooManyFollowed]);
    expect((await follow(fan, first)).status).toBe(204);
    expect((await getProfile(second)).followers).toBe(0);
    await unfollow(fan, first);
    expect((await follow(fan, second)).status).toBe(204);
  });
});

describe("the list of followed artists", () => {
  test("is sorted by time, page by page, and continues from an unfollowed artist", async () => {
    const fan = await given.user();
    const artists = [];
    for (let at = 0; at < 5; at++) artists.push(await given.user());
    for (const artist of artists) await follow(fan, artist);
    const [a, b, c, d, e] = artists.map(({ name }) => name);
    const page = await followedBy(fan, { limit: 2 });
    expect([page.names, page.hasMore]).toEqual([[e, d], true]);
    const last = artists.find(({ name }) => name === d);
    if (last) await unfollow(fan, last);
    const next = await followedBy(fan, { limit: 2, cursor: page.cursor });
    expect(next.names).toEqual([c, b]);
    expect((await followedBy(fan, { limit: 2, cursor: next.cursor })).names).toEqual([a]);
    expect((await followedBy(fan)).names).toEqual([e, c, b, a]);
  });

  test("is refused to other users", async () => {
    const [fan, other] = [await given.user(), await given.user()];
    const params = { userId: UserId.parse(fan.userId) };
    expect((await api.call(listFollowed, { as: other.userId, params })).status).toBe(403);
  });
});

describe("the feed", () => {
  test("merges the followed artists' artwork, newest first, page by page", async () => {
    const [fan, ...artists] = [await given.user(), await given.user(), await given.user(), await given.user()];
    const published: string[] = [];
    for (let at = 0; at < 12; at++) {
      const artist = artists[at % 3];
      if (artist) published.unshift((await given.artwork(artist.userId)).artworkId);
    }
    expect((await getFeed(fan)).items).toEqual([]);
    for (const artist of artists) await follow(fan, artist);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await getFeed(fan, { limit: 5, ...(cursor ? { cursor } : {}) });
      seen.push(...page.ids);
      if (!page.hasMore) break;
      cursor = page.cursor ?? undefined;
    }
    expect(seen).toEqual(published);
    expect((await getFeed(fan, { limit: 1 })).ids).toEqual(published.slice(0, 1));
  });

  test("leaves out hidden, deleted and unfollowed artwork at once", async () => {
    const [fan, artist, other] = [await given.user(), await given.user(), await given.user()];
    const [first, second, third] = [
      (await given.artwork(artist.userId)).artworkId,
      (await given.artwork(artist.userId)).artworkId,
      (await given.artwork(other.userId)).artworkId,
    ];
    await given.artwork(artist.userId, { artworkVisibility: "invisible" });
    await follow(fan, artist);
    await follow(fan, other);
    expect((await getFeed(fan)).ids).toEqual([third, second, first]);
    await show(artist, first, "invisible");
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: second } });
    expect((await getFeed(fan)).ids).toEqual([third]);
    await unfollow(fan, other);
    expect((await getFeed(fan)).ids).toEqual([]);
    await show(artist, first, "visible");
    expect((await getFeed(fan)).ids).toEqual([first]);
  });
});

describe("new work", () => {
  test("is announced once to the followers with notifications on, and to nobody else", async () => {
    const [artist, fan, quiet, former] = [
      await given.user(),
      await given.user(),
      await given.user(),
      await given.user(),
    ];
    for (const someone of [fan, quiet, former]) await follow(someone, artist);
    await notify(quiet, artist, false);
    await unfollow(former, artist);
    const { artworkId } = await given.artwork(artist.userId, { artworkTitle: "Harbour" });
    await api.processEvents({ times: 2 });
    const { items, count } = await listNotifications(fan);
    expect(count).toBe(1);
    expect(items).toMatchObject([
      { type: "artwork", title: "Harbour", link: `/artwork/${artworkId}`, ref: artworkId, read: false },
    ]);
    expect(items[0]?.actor.name).toBe(artist.name);
    for (const someone of [quiet, former, artist]) expect((await listNotifications(someone)).items).toEqual([]);

    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    expect((await listNotifications(fan)).items).toMatchObject([{ deleted: "artwork", title: "an artwork" }]);
  });

  test("that is hidden at first is announced once, when it becomes visible", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    await follow(fan, artist);
    const { artworkId } = await given.artwork(artist.userId, { artworkVisibility: "invisible" });
    const published = await given.artwork(artist.userId);
    await show(artist, published.artworkId, "invisible");
    await api.processEvents();
    expect((await listNotifications(fan)).items).toEqual([]);
    await show(artist, artworkId, "visible");
    await api.processEvents();
    await show(artist, artworkId, "invisible");
    await show(artist, artworkId, "visible");
    await api.processEvents();
    expect((await listNotifications(fan)).items.map(({ ref }) => ref)).toEqual([artworkId]);
    await show(artist, published.artworkId, "visible");
    await api.processEvents();
    expect((await listNotifications(fan)).items.map(({ ref }) => ref)).toEqual([published.artworkId, artworkId]);
  });

  test("is announced at most three times a day, not counting artwork without recipients; the feed has the rest", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    await given.artwork(artist.userId);
    await api.processEvents();
    await follow(fan, artist);
    for (let at = 0; at < LIMITS.followed.noticesPerDay + 2; at++) await given.artwork(artist.userId);
    await api.processEvents();
    expect((await listNotifications(fan)).count).toBe(LIMITS.followed.noticesPerDay);
    expect((await getFeed(fan)).items).toHaveLength(LIMITS.followed.noticesPerDay + 3);
  });
});
