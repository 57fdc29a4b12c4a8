import { beforeAll, describe, expect, test } from "vitest";
import { deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { listUserArtwork, readSettings, readUser, updateUser } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

const change = (userId: string, body: object) => api.call(updateUser, { as: userId, params: { userId }, body });
const profile = async (username: string) => (await api.call(readUser, { params: { username } })).body;
const settings = async (userId: string) =>
  (await api.call(readSettings, { as: userId, params: { userId } })).body.profile;
const hide = (userId: string, artworkId: string) =>
  api.call(updateArtwork, { as: userId, params: { artworkId }, body: { artworkVisibility: "invisible" } });

describe("links", () => {
  test("are public, normalized and removable", async () => {
    const { userId, name } = await given.user();
    expect((await profile(name)).links).toEqual([]);
    const { status } = await change(userId, { userLinks: ["https://Ines.example", "https://shop.example/ines"] });
    const links = ["https://ines.example/", "https://shop.example/ines"];
    expect([status, (await profile(name)).links, (await settings(userId)).userLinks]).toEqual([200, links, links]);
    await change(userId, { userName: "Ines Calloway" });
    expect((await profile(name)).links).toEqual(links);
    await change(userId, { userLinks: [] });
    expect([(await profile(name)).links, (await settings(userId)).userLinks]).toEqual([[], []]);
  });

  test("that aren't https, aren't strings or are too many are refused with the field's message", async () => {
    const { userId, name } = await given.user();
    const refused = await change(userId, { userLinks: ["http://ines.example"] });
    expect([refused.status, refused.failure.fields]).toEqual([400, { userLinks: MESSAGES.linkInvalid }]);
    const many = Array.from({ length: LIMITS.profileLinks.count + 1 }, (_, at) => `https://ines.example/${at}`);
    expect((await change(userId, { userLinks: many })).failure.fields).toEqual({ userLinks: MESSAGES.tooManyLinks });
    expect((await change(userId, { userLinks: [7] })).failure.fields).toEqual({ userLinks: MESSAGES.notString });
    expect((await profile(name)).links).toEqual([]);
  });
});

describe("pinned artwork and the banner", () => {
  test("are shown as cards, in the order of pinning, and are removable", async () => {
    const { userId, name } = await given.user();
    const [one, two] = [await given.artwork(userId), await given.artwork(userId)];
    expect(await profile(name)).toMatchObject({ banner: null, pinned: [] });
    await change(userId, { userPinned: [one.artworkId, two.artworkId], userBanner: two.artworkId });
    const cards = (await api.call(listUserArtwork, { params: { username: name } })).body.items;
    const findCard = ({ artworkId }: { artworkId: string }) => cards.find((card) => card.artworkId === artworkId);
    expect(await profile(name)).toMatchObject({ banner: findCard(two), pinned: [findCard(one), findCard(two)] });
    expect(await settings(userId)).toMatchObject({
      userPinned: [one.artworkId, two.artworkId],
      userBanner: two.artworkId,
    });
    await change(userId, { userPinned: [], userBanner: null });
    expect(await profile(name)).toMatchObject({ banner: null, pinned: [] });
  });

  test("can only be visible artwork of the user's own", async () => {
    const [{ userId, name }, other] = [await given.user(), await given.user()];
    const [theirs, hidden] = [await given.artwork(other.userId), await given.artwork(userId)];
    await hide(userId, hidden.artworkId);
    for (const artworkId of [theirs.artworkId, hidden.artworkId, api.services.newId()]) {
      const refused = await change(userId, { userPinned: [artworkId], userBanner: artworkId });
      expect([refused.status, refused.failure.fields]).toEqual([
        400,
        { userPinned: MESSAGES.notOwnVisible, userBanner: MESSAGES.notOwnVisible },
      ]);
    }
    expect((await change(userId, { userPinned: ["first"] })).failure.fields).toEqual({
      userPinned: MESSAGES.invalidUuid,
    });
    expect((await change(other.userId, { userPinned: [theirs.artworkId] })).status).toBe(200);
    expect(await profile(name)).toMatchObject({ banner: null, pinned: [] });
  });

  test("leave out artwork that was hidden or deleted later", async () => {
    const { userId, name } = await given.user();
    const [shown, hidden, deleted] = [
      await given.artwork(userId),
      await given.artwork(userId),
      await given.artwork(userId),
    ];
    const userPinned = [hidden, shown, deleted].map(({ artworkId }) => artworkId);
    await change(userId, { userPinned, userBanner: hidden.artworkId });
    await hide(userId, hidden.artworkId);
    await api.call(deleteArtwork, { as: userId, params: { artworkId: deleted.artworkId } });
    const { banner, pinned } = await profile(name);
    expect([banner, pinned.map(({ artworkId }) => artworkId)]).toEqual([null, [shown.artworkId]]);
  });

  test("take one more table call, and only if there are any", async () => {
    const { userId, name } = await given.user();
    const { artworkId } = await given.artwork(userId);
    const calls = async () => (await meter(() => profile(name))).calls;
    expect(await calls()).toEqual(["GetItemCommand", "GetItemCommand"]);
    await change(userId, { userPinned: [artworkId] });
    expect(await calls()).toEqual(["GetItemCommand", "GetItemCommand", "BatchGetItemCommand"]);
  });

  test("can't be changed by another user", async () => {
    const [{ userId }, other] = [await given.user(), await given.user()];
    const call = api.call(updateUser, { as: other.userId, params: { userId }, body: { userLinks: [] } });
    expect((await call).status).toBe(403);
  });
});
