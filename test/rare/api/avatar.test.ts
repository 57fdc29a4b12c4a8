import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { createArtwork, listArtwork, readArtwork } from "#shared/contract/artwork.ts";
import { announceAvatar, readMedia } from "#shared/contract/media.ts";
import { readSettings, readUser, updateUser } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi({ features: { gif: false } });
  given = createGiven(api);
});

const asSelf = (userId: string) => ({ as: userId, params: { userId } });
const setAvatar = (userId: string, userMedia: string | null | undefined) =>
  api.call(updateUser, { ...asSelf(userId), body: { userName: "Some Artist", userMedia } });
const getState = async (userId: string, mediaId: string) =>
  (await api.call(readMedia, { as: userId, params: { mediaId } })).body;

async function readFile(path: string) {
  const object = await api.s3.readObject(api.buckets.previews, path.slice(1));
  return object && Buffer.concat(await object.body.toArray());
}

describe("an avatar", () => {
  test("is cut to squares of 100 and 200 pixels that hold nothing but pixels", async () => {
    const { userId } = await given.user();
    const file = await sharp(await createPicture({ width: 640, height: 400 }))
      .withExif({ IFD0: { Artist: "Ada" } })
      .jpeg()
      .toBuffer();
    const { mediaId } = await given.upload(userId, file, "image/jpeg", announceAvatar);
    const { status, previews } = await getState(userId, mediaId);
    expect([status, previews.map(({ width, height }) => [width, height])]).toEqual([
      "ready",
      [
        [100, 100],
        [200, 200],
      ],
    ]);
    for (const { width, ...paths } of previews) {
      for (const path of [paths.avif, paths.webp, paths.jpeg]) {
        const { width: wide, height: high, exif } = await sharp(await readFile(path)).metadata();
        expect([wide, high, exif]).toEqual([width, width, undefined]);
      }
    }
    const media = await findMedia(api.services.table, mediaId);
    expect(await api.s3.readObject(api.buckets.originals, media?.originalKey ?? "")).toBeUndefined();
  });

  test("is shown wherever its owner is, also on earlier artwork", async () => {
    const artist = await given.user();
    const before = await given.artwork(artist.userId);
    const { mediaId } = await given.avatar(artist.userId);
    const reply = await setAvatar(artist.userId, mediaId);
    const { avatar } = reply.body.user;
    expect(reply.body.user).toMatchObject({
      avatar: expect.stringMatching(/^\/media\/[\w-]+\/100\.webp$/),
      width: 100,
    });
    expect(await readFile(avatar ?? "")).toBeDefined();
    expect((await api.call(readUser, { params: { username: artist.name } })).body.avatar).toBe(avatar);
    expect((await api.call(readSettings, asSelf(artist.userId))).body.profile.avatar).toBe(avatar);

    const after = await given.artwork(artist.userId);
    await api.processEvents({ times: 2 });
    const cards = (await api.call(listArtwork)).body.items;
    for (const { artworkId } of [before, after]) {
      const owner = { id: artist.userId, name: artist.name, fullName: "Some Artist", avatar };
      expect(cards.find((card) => card.artworkId === artworkId)?.owner).toEqual(owner);
      expect((await api.call(readArtwork, { params: { artworkId } })).body.owner).toEqual(owner);
    }
  });

  test("that changes during a publication is shown on that artwork too", async () => {
    const artist = await given.user();
    const [avatar, picture] = [
      await given.avatar(artist.userId),
      await given.upload(artist.userId, await createPicture()),
    ];
    const { table } = api.services;
    let path: string | null = null;
    let commands = 0;
    // The first transaction checks the session, the second writes the artwork.
    const overtaken: OpenTable = {
      send: async (command) => {
        if (command.constructor === Object && ++commands === 2) {
          path = (await setAvatar(artist.userId, avatar.mediaId)).body.user.avatar;
          await api.processEvents();
        }
        return table.send(command);
      },
    };
    const sent = { as: artist.userId, body: { ...freeArtwork, mediaId: picture.mediaId } };
    const { artworkId } = (await api.call(createArtwork, sent, { table: overtaken })).body;
    const shown = async () => (await api.call(readArtwork, { params: { artworkId } })).body.owner.avatar;
    expect(await shown()).toBeNull();
    await api.processEvents();
    expect(await shown()).toBe(path);
    expect(path).not.toBeNull();
  });

  test("that is replaced or removed has its files deleted; the current one stays", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    const [first, second] = [await given.avatar(artist.userId), await given.avatar(artist.userId)];
    const one = (await setAvatar(artist.userId, first.mediaId)).body.user.avatar ?? "";
    const two = (await setAvatar(artist.userId, second.mediaId)).body.user.avatar ?? "";
    await api.processEvents();
    expect([await readFile(one), (await readFile(two)) !== undefined]).toEqual([undefined, true]);
    const back = await setAvatar(artist.userId, first.mediaId);
    expect([back.status, back.failure.code]).toEqual([404, "media_not_found"]);

    expect((await setAvatar(artist.userId, undefined)).body.user.avatar).toBe(two);
    expect((await setAvatar(artist.userId, second.mediaId)).body.user.avatar).toBe(two);
    expect((await setAvatar(artist.userId, null)).body.user).toMatchObject({ avatar: null, width: null, height: null });
    await api.processEvents();
    expect(await readFile(two)).toBeUndefined();
    expect((await api.call(readArtwork, { params: { artworkId } })).body.owner.avatar).toBeNull();
  });

  test("that is unused expires, one in use doesn't", async () => {
    const artist = await given.user();
    const { mediaId } = await given.avatar(artist.userId);
    const expires = async () => (await findMedia(api.services.table, mediaId))?.expires;
    expect(await expires()).toBeLessThanOrEqual(Date.now() / 1000 + LIFETIMES.unusedMedia);
    await setAvatar(artist.userId, mediaId);
    expect(await expires()).toBeUndefined();
  });

  test("must be the caller's own, ready, and uploaded as an avatar", async () => {
    const [artist, other] = [await given.user(), await given.user()];
    const fate = async (mediaId: string) => {
      const { status, failure } = await setAvatar(artist.userId, mediaId);
      return [status, failure.code, failure.fields?.userMedia];
    };
    expect(await fate((await given.avatar(other.userId)).mediaId)).toEqual([404, "media_not_found", undefined]);
    expect(await fate(api.services.newId())).toEqual([404, "media_not_found", undefined]);
    const picture = await given.upload(artist.userId, await createPicture());
    expect(await fate(picture.mediaId)).toEqual([404, "media_not_found", undefined]);
    const small = await given.upload(artist.userId, await createPicture({ width: 99 }), "image/jpeg", announceAvatar);
    expect(await fate(small.mediaId)).toEqual([422, "media_failed", MESSAGES.avatarTooSmall]);
    const body = { mime: "image/png", bytes: 10, sha256: "a".repeat(64) };
    const { mediaId } = (await api.call(announceAvatar, { as: artist.userId, body })).body;
    expect(await fate(mediaId)).toEqual([422, "media_not_ready", MESSAGES.mediaNotReady]);
  });

  test("can't be published as an artwork", async () => {
    const artist = await given.user();
    const { mediaId } = await given.avatar(artist.userId);
    const reply = await api.call(createArtwork, { as: artist.userId, body: { ...freeArtwork, mediaId } });
    expect([reply.status, reply.failure.code]).toEqual([404, "media_not_found"]);
  });

  test.each([
    ["image/svg+xml", 1000, MESSAGES.fileFormat],
    ["image/gif", 1000, MESSAGES.fileFormat],
    ["image/png", LIMITS.avatarFile.maxBytes + 1, MESSAGES.fileTooLarge],
  ])("as %s of %i bytes is refused", async (mime, bytes, message) => {
    const { userId } = await given.user();
    const reply = await api.call(announceAvatar, { as: userId, body: { mime, bytes, sha256: "a".repeat(64) } });
    expect([reply.status, reply.failure.fields]).toEqual([422, { userMedia: message }]);
  });
});
