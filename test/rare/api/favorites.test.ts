import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { rankArtwork } from "#lambdas/events/streams/rank-artwork.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { deleteArtwork, listArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { login, refreshToken } from "#shared/contract/auth.ts";
import { addFavorite, listFavorites, removeFavorite } from "#shared/contract/favorites.ts";
import { readUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { meter, SESSION_CHECK } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let follow: ReturnType<typeof createStreamProcessor>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => rankArtwork(event, api.services)]);
});

const favor = (as: string, artworkId: string) => api.call(addFavorite, { as, params: { artworkId } });
const unfavor = (as: string, artworkId: string) => api.call(removeFavorite, { as, params: { artworkId } });

async function getCounts(artworkId: string, username: string) {
  const page = await api.call(readArtwork, { params: { artworkId } });
  const profile = await api.call(readUser, { params: { username } });
  return [page.body.artwork.favorites, profile.body.favorites];
}

const listIds = (items: readonly { artworkId: string }[]) => items.map(({ artworkId }): string => artworkId);

describe("adding a favourite", () => {
  test("is idempotent, also in twenty concurrent requests, and so is removing it", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const times = Array.from({ length: 20 });

    const added = await Promise.all(times.map(() => favor(fan.userId, artworkId)));
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await getCounts(artworkId, fan.name)).toEqual([1, 1]);
    expect((await favor(fan.userId, artworkId)).status).toBe(204);
    expect(await getCounts(artworkId, fan.name)).toEqual([1, 1]);

    const removed = await Promise.all(times.map(() => unfavor(fan.userId, artworkId)));
    expect(new Set(removed.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await getCounts(artworkId, fan.name)).toEqual([0, 0]);
    expect((await favor(fan.userId, artworkId)).status).toBe(204);
    expect(await getCounts(artworkId, fan.name)).toEqual([1, 1]);
  });

  test("by twenty users concurrently counts them all", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    const fans = await Promise.all(Array.from({ length: 20 }, () => given.user()));
    const replies = await Promise.all(fans.map(({ userId }) => favor(userId, artworkId)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await getCounts(artworkId, artist.name))[0]).toBe(20);
  });

  test("and removing it concurrently leaves counts that agree with the list", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    await Promise.all(Array.from({ length: 30 }, (_, at) => (at % 2 ? favor : unfavor)(fan.userId, artworkId)));
    const list = await api.call(listFavorites, { params: { username: fan.name } });
    expect(await getCounts(artworkId, fan.name)).toEqual([list.body.items.length, list.body.items.length]);
  });

  test("takes one write after two reads, besides the session check and the rate limit", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    expect((await meter(() => favor(fan.userId, artworkId))).calls).toEqual([
      SESSION_CHECK.call,
      "UpdateItemCommand",
      "GetItemCommand",
      "GetItemCommand",
      "TransactWriteItemsCommand",
    ]);
  });

  test("of hidden or unknown artwork is refused, but removing it works", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    await favor(fan.userId, artworkId);
    await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId },
      body: { artworkVisibility: "invisible" },
    });
    const hidden = await favor(fan.userId, artworkId);
    expect([hidden.status, hidden.failure.code]).toEqual([404, "artwork_not_found"]);
    expect((await unfavor(fan.userId, artworkId)).status).toBe(204);
    expect((await api.call(readUser, { params: { username: fan.name } })).body.favorites).toBe(0);
    expect((await favor(artist.userId, artworkId)).status).toBe(204);

    const unknown = api.services.newId();
    expect((await favor(fan.userId, unknown)).status).toBe(404);
    expect((await unfavor(fan.userId, unknown)).status).toBe(204);
  });

  test("requires a session and a valid id", async () => {
    const fan = await given.user();
    const params = { artworkId: api.services.newId() };
    expect((await api.call(addFavorite, { params })).status).toBe(401);
    expect((await api.call(removeFavorite, { params })).status).toBe(401);
    const malformed = await favor(fan.userId, "dunes");
    expect([malformed.status, malformed.failure.fields]).toEqual([400, { artworkId: MESSAGES.invalidUuid }]);
  });

  test("is refused to a closed account", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const closed = { userId: fan.userId, deactivatedAt: new Date().toISOString() };
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item(closed));
    expect((await favor(fan.userId, artworkId)).status).toBe(401);
  });
});

describe("the popular list", () => {
  async function listed(): Promise<string[]> {
    return listIds((await api.call(listArtwork, { query: { sort: "popular", limit: 50 } })).body.items);
  }
  const fans: string[] = [];

  beforeAll(async () => {
    for (let at = 0; at < 25; at++) fans.push((await given.user()).userId);
  });

  test("is in order once the stream is processed, even twice", async () => {
    const artist = await given.user();
    const few: string = (await given.artwork(artist.userId)).artworkId;
    const most: string = (await given.artwork(artist.userId)).artworkId;
    const none: string = (await given.artwork(artist.userId)).artworkId;
    await Promise.all(fans.slice(0, 22).map((fan) => favor(fan, few)));
    await Promise.all(fans.slice(0, 24).map((fan) => favor(fan, most)));
    await follow({ times: 2 });
    expect((await listed()).filter((id) => [few, most, none].includes(id))).toEqual([most, few, none]);

    await Promise.all(fans.slice(0, 4).map((fan) => unfavor(fan, most)));
    await follow();
    expect((await listed()).filter((id) => [few, most, none].includes(id))).toEqual([few, most, none]);
  });

  test("leaves out artwork hidden while the stream lagged, and ranks it again once it is visible", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    const show = (artworkVisibility: string) =>
      api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: { artworkVisibility } });
    await Promise.all(fans.map((fan) => favor(fan, artworkId)));
    await show("invisible");
    await follow();
    expect(await listed()).not.toContain(artworkId);
    await show("visible");
    await follow();
    expect((await listed())[0]).toBe(artworkId);
  });
});

describe("an artwork's page", () => {
  test("shows whether the caller favours it, in three more reads", async () => {
    const artist = await given.user();
    const fan = await given.member();
    const { artworkId } = await given.artwork(artist.userId);
    const seen = (token?: string) => api.call(readArtwork, { params: { artworkId }, token });
    expect((await seen(fan.token)).body.favorited).toBe(false);
    await favor(fan.userId, artworkId);
    const metered = await meter(() => seen(fan.token));
    const calls = [SESSION_CHECK.call, ...Array(4).fill("GetItemCommand")];
    expect([metered.result.body.favorited, metered.calls]).toEqual([true, calls]);
    expect((await seen()).body.favorited).toBe(false);
    await unfavor(fan.userId, artworkId);
    expect((await seen(fan.token)).body.favorited).toBe(false);
  });
});

describe("the session", () => {
  test("has the favourites after a login and a refresh", async () => {
    const artist = await given.user();
    const fan = await given.member();
    const ids = [(await given.artwork(artist.userId)).artworkId, (await given.artwork(artist.userId)).artworkId];
    for (const id of ids) await favor(fan.userId, id);
    const again = await api.call(login, { body: fan.credentials });
    expect(listIds(again.body.user.favorites).sort()).toEqual([...ids].sort());
    const cookie = again.cookies[0]?.split(";")[0] ?? "";
    const refreshed = await api.call(refreshToken, { cookies: [cookie] });
    expect(listIds(refreshed.body.user?.favorites ?? []).sort()).toEqual([...ids].sort());
    await unfavor(fan.userId, ids[0] ?? "");
    expect(listIds((await api.call(login, { body: fan.credentials })).body.user.favorites)).toEqual([ids[1]]);
  });
});

describe("a user's favourites", () => {
  test("are listed latest first, page by page", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.unshift((await given.artwork(artist.userId)).artworkId);
    for (const id of [...ids].sort().reverse()) await favor(fan.userId, id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, unknown> = { limit: 2, ...(cursor ? { cursor } : {}) };
      const page = await api.call(listFavorites, { params: { username: fan.name }, query });
      seen.push(...listIds(page.body.items));
      expect(page.body.cursor).toBe(seen.at(-1));
      cursor = page.body.hasMore ? page.body.cursor : null;
    } while (cursor);
    expect(seen).toEqual([...ids].sort());
  });

  test("continue from the place of a removed favourite", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) ids.push((await given.artwork(artist.userId)).artworkId);
    for (const id of ids) await favor(fan.userId, id);
    const list = (query: object) =>
      api.call(listFavorites, { params: { username: fan.name }, query: { limit: 1, ...query } });
    const first = await list({});
    await unfavor(fan.userId, ids[2] ?? "");
    expect(listIds((await list({})).body.items)).toEqual([ids[1]]);
    expect(listIds((await list({ cursor: first.body.cursor })).body.items)).toEqual([ids[1]]);
    expect(listIds((await list({ cursor: api.services.newId() })).body.items)).toEqual([ids[1]]);
  });

  test("leave out deleted and hidden artwork, and fill the page", async () => {
    const [artist, fan] = [await given.user(), await given.user()];
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push((await given.artwork(artist.userId)).artworkId);
    for (const id of ids) await favor(fan.userId, id);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: ids[4] ?? "" } });
    const hide = { as: artist.userId, params: { artworkId: ids[3] ?? "" }, body: { artworkVisibility: "invisible" } };
    await api.call(updateArtwork, hide);

    const page = await api.call(listFavorites, { params: { username: fan.name }, query: { limit: 2 } });
    expect(listIds(page.body.items)).toEqual([ids[2], ids[1]]);
    const rest = { limit: 2, cursor: page.body.cursor };
    const last = await api.call(listFavorites, { params: { username: fan.name }, query: rest });
    expect([listIds(last.body.items), last.body.cursor, last.body.hasMore]).toEqual([[ids[0]], ids[0], false]);
  });

  test("that are private are shown to the owner only", async () => {
    const artist = await given.user();
    const fan = await given.member();
    const { artworkId } = await given.artwork(artist.userId);
    await favor(fan.userId, artworkId);
    const list = (token?: string) => api.call(listFavorites, { params: { username: fan.name }, token });
    expect((await list()).body).toMatchObject({ items: [{ artworkId }], hidden: false });

    const choice = { userId: fan.userId, showsFavorites: false };
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item(choice));
    expect((await list()).body).toEqual({ items: [], cursor: null, hasMore: false, hidden: true });
    expect((await list((await given.member()).token)).body.hidden).toBe(true);
    expect((await list(fan.token)).body).toMatchObject({ items: [{ artworkId }], hidden: false });
    expect((await api.call(readUser, { params: { username: fan.name } })).body.favorites).toBeNull();
  });

  test("of an unknown user, or with an invalid cursor, are refused", async () => {
    const fan = await given.user();
    expect((await api.call(listFavorites, { params: { username: "nobody_at_all" } })).status).toBe(404);
    const malformed = await api.call(listFavorites, { params: { username: fan.name }, query: { cursor: "first" } });
    expect(malformed.failure.fields).toEqual({ cursor: MESSAGES.invalidUuid });
    const empty = await api.call(listFavorites, { params: { username: fan.name } });
    expect(empty.body).toEqual({ items: [], cursor: null, hasMore: false, hidden: false });
  });
});
