import { randomBytes } from "node:crypto";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { blockArtwork, unblockArtwork } from "#lambdas/areas/artwork/block-artwork.ts";
import { findCase } from "#lambdas/areas/cases/find-cases.ts";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { MediaEntity } from "#lambdas/areas/media/media.entity.ts";
import type { PictureLook } from "#lambdas/areas/media/stored-look.ts";
import { mailNearCopies } from "#lambdas/events/streams/mail-near-copies.ts";
import { makePreviews } from "#lambdas/events/uploads/make-previews.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { createArtwork, deleteArtwork, readNearCopies, updateArtwork } from "#shared/contract/artwork.ts";
import { announceUpload } from "#shared/contract/media.ts";
import { LIMITS } from "#shared/limits.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { drawnPicture } from "#test/support/drawn-pictures.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { meter, SESSION_CHECK } from "#test/support/meter.ts";
import { createPicture } from "#test/support/pictures.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const OPERATORS = "info@ochre.test";

let api: Api;
let given: ReturnType<typeof createGiven>;
/** Processes the stream in all consumers, the search index included. */
let updateIndex: () => Promise<void>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  const followIndex = createIndexUpdater(api);
  updateIndex = async () => {
    await followIndex();
    await api.processEvents();
  };
});

/** A detailed picture, large enough to be published. */
const drawing = (seed: number) => drawnPicture(seed).resize(1100, 1100, { fit: "fill" }).jpeg().toBuffer();

/** Mirrors, shrinks and compresses a picture. */
const makeCopy = async (file: Buffer) => sharp(file).flop().resize(1024).jpeg({ quality: 40 }).toBuffer();

/** A unique random picture hash. */
const newLook = (): PictureLook => ({ colors: [], likeness: "AAAA", hash: randomBytes(256).toString("base64") });

/** Creates an upload with this hash, bypassing the media function. */
async function pictureLike(userId: string, look: PictureLook) {
  const mediaId = await given.picture(userId);
  const sha256 = randomBytes(32).toString("hex");
  await api.services.table.send(MediaEntity.build(UpdateItemCommand).item({ mediaId, look, sha256 }));
  return mediaId;
}

async function publish(userId: string, mediaId: string, form: Partial<ArtworkFormInput> = {}) {
  return (await api.call(createArtwork, { as: userId, body: { ...freeArtwork, ...form, mediaId } })).body;
}

const publishLike = async (userId: string, look: PictureLook, form: Partial<ArtworkFormInput> = {}) =>
  publish(userId, await pictureLike(userId, look), form);

async function upload(userId: string, file: Buffer) {
  return (await given.upload(userId, file)).mediaId;
}

const change = (userId: string, artworkId: string, body: object) =>
  api.call(updateArtwork, { as: userId, params: { artworkId }, body });

const remove = (userId: string, artworkId: string) => api.call(deleteArtwork, { as: userId, params: { artworkId } });

const compare = (as: string, mediaId: string, instead?: object) =>
  api.call(readNearCopies, { as, params: { mediaId } }, instead);

async function copiedBy(userId: string, mediaId: string) {
  const { status, body } = await compare(userId, mediaId);
  expect(status).toBe(200);
  return body.items.map(({ artworkId }) => artworkId);
}

/** Mails to the operators about the publication of an artwork. */
const mailsAbout = (artworkId: string) =>
  api.mails().filter(({ to, subject }) => to === OPERATORS && subject === `Artwork ${artworkId} looks like another`);

describe("an upload that resembles a visible work of another user", () => {
  test("gets that work, but neither hidden nor the uploader's own works", async () => {
    const [artist, other] = [await given.user(), await given.user()];
    const file = await drawing(1);
    const { artworkId } = await publish(artist.userId, await upload(artist.userId, file), {
      artworkTitle: "Harbour at four",
    });
    const hidden = await publish(artist.userId, await upload(artist.userId, await makeCopy(file)), {
      artworkVisibility: "invisible",
    });
    await api.processEvents();
    const mediaId = await upload(other.userId, await makeCopy(file));
    const { body } = await compare(other.userId, mediaId);
    expect(body.items).toMatchObject([{ artworkId, artworkTitle: "Harbour at four", owner: { id: artist.userId } }]);
    expect(await copiedBy(artist.userId, await upload(artist.userId, file))).toEqual([]);
    await change(artist.userId, artworkId, { artworkVisibility: "invisible" });
    await change(artist.userId, hidden.artworkId, { artworkVisibility: "visible" });
    await updateIndex();
    expect(await copiedBy(other.userId, mediaId)).toEqual([hidden.artworkId]);
    expect(await copiedBy(other.userId, await upload(other.userId, await drawing(2)))).toEqual([]);
  });

  test("gets at most three works, as does the mail to the operators", async () => {
    const look = newLook();
    for (let copies = 0; copies <= LIMITS.copies; copies++) await publishLike((await given.user()).userId, look);
    await api.processEvents();
    const { userId } = await given.user();
    expect(await copiedBy(userId, await pictureLike(userId, look))).toHaveLength(LIMITS.copies);
    const { artworkId } = await publishLike(userId, look);
    await api.processEvents();
    const [mail] = mailsAbout(artworkId);
    expect(mail?.text.match(/^Looks like: /gm)).toHaveLength(LIMITS.copies);
  });

  test("is compared in two read units besides the session check", async () => {
    const { userId } = await given.user();
    const mediaId = await pictureLike(userId, newLook());
    await compare(userId, mediaId);
    const { calls, readUnits } = await meter(() => compare(userId, mediaId));
    const ownCalls = calls.filter((call) => call !== "QueryCommand");
    expect(ownCalls).toEqual([SESSION_CHECK.call, "UpdateItemCommand", "GetItemCommand"]);
    const counting = 1;
    expect(readUnits).toBeLessThanOrEqual(SESSION_CHECK.readUnits + counting + 2);
  });

  test("is compared only for its uploader", async () => {
    const [artist, other] = [await given.user(), await given.user()];
    const mediaId = await given.picture(artist.userId);
    for (const id of [mediaId, api.services.newId()]) {
      const { status, failure } = await compare(other.userId, id);
      expect([status, failure.code]).toEqual([404, "media_not_found"]);
    }
  });

  test("gets none while it isn't ready, or if its picture has too little detail", async () => {
    const { userId } = await given.user();
    const body = { mime: "image/jpeg", bytes: 1000, sha256: "a".repeat(64) };
    const announced = await api.call(announceUpload, { as: userId, body });
    expect(await copiedBy(userId, announced.body.mediaId)).toEqual([]);
    expect(await copiedBy(userId, await upload(userId, await createPicture()))).toEqual([]);
  });
});

test("a work without a hash is recognized once its picture was analysed again", async () => {
  const [artist, other] = [await given.user(), await given.user()];
  const file = await drawing(5);
  const mediaId = await upload(artist.userId, file);
  const { artworkId } = await publish(artist.userId, mediaId);
  const media = await findMedia(api.services.table, mediaId);
  const look = $set({ ...newLook(), ...media?.look, hash: undefined });
  await api.services.table.send(ArtworkEntity.build(UpdateItemCommand).item({ artworkId, look }));
  await api.services.table.send(MediaEntity.build(UpdateItemCommand).item({ mediaId, look }));
  await updateIndex();
  const copy = await upload(other.userId, await makeCopy(file));
  expect(await copiedBy(other.userId, copy)).toEqual([]);
  for (const id of [mediaId, api.services.newId()]) {
    await actAs("process-upload", () => makePreviews({ mediaId: id, make: "look" }, api.services));
  }
  await updateIndex();
  expect(await copiedBy(other.userId, copy)).toEqual([artworkId]);
  expect((await findMedia(api.services.table, mediaId))?.look?.hash).toBeDefined();
});

describe("mails to the operators about a work that resembles another artist's", () => {
  test("are sent once, with both works, both artists and a link to the queue", async () => {
    const [artist, copier] = [await given.user(), await given.user()];
    const look = newLook();
    const first = await publishLike(artist.userId, look, { artworkTitle: "Harbour\r\nat five" });
    await api.processEvents();
    const { artworkId } = await publishLike(copier.userId, look);
    await api.processEvents({ times: 2 });
    await change(copier.userId, artworkId, { artworkTitle: "Port" });
    await change(copier.userId, artworkId, { artworkVisibility: "invisible" });
    await change(copier.userId, artworkId, { artworkVisibility: "visible" });
    await api.processEvents();
    const [mail, ...more] = mailsAbout(artworkId);
    expect(more).toEqual([]);
    const { siteOrigin } = api.services;
    const link = `${siteOrigin}/artwork/${artworkId}`;
    const [, mediaId] = /queue\/(.+)$/.exec(mail?.links[0] ?? "") ?? [];
    expect(await findCase(api.services.table, mediaId ?? "")).toMatchObject({
      kind: "near_copy",
      artworkId,
      copies: [first.artworkId],
    });
    expect(mail?.links.slice(1)).toEqual([link, `${siteOrigin}/artwork/${first.artworkId}`]);
    expect(mail?.text).toContain(`artist ${copier.userId}\nAddress: ${link}\n`);
    expect(mail?.text).toContain(`artist ${artist.userId}\nAddress: ${siteOrigin}/artwork/${first.artworkId}\n`);
    expect(mailsAbout(first.artworkId)).toEqual([]);
  });

  test("aren't sent for an artist's own works, nor before the work is visible", async () => {
    const [artist, copier] = [await given.user(), await given.user()];
    const look = newLook();
    await publishLike(artist.userId, look);
    await api.processEvents();
    const again = await publishLike(artist.userId, look);
    const hidden = await publishLike(copier.userId, look, { artworkVisibility: "invisible" });
    await api.processEvents();
    expect([...mailsAbout(again.artworkId), ...mailsAbout(hidden.artworkId)]).toEqual([]);
    await change(copier.userId, hidden.artworkId, { artworkVisibility: "visible" });
    await api.processEvents();
    expect(mailsAbout(hidden.artworkId)).toHaveLength(1);
  });

  test("are sent when a file is replaced by a copy", async () => {
    const [artist, copier] = [await given.user(), await given.user()];
    const look = newLook();
    await publishLike(artist.userId, look);
    const { artworkId, versionId } = await publishLike(copier.userId, newLook());
    await api.processEvents();
    expect(mailsAbout(artworkId)).toEqual([]);
    const mediaId = await pictureLike(copier.userId, look);
    expect((await change(copier.userId, artworkId, { mediaId, expectedVersion: versionId })).status).toBe(200);
    await api.processEvents();
    expect(mailsAbout(artworkId)).toHaveLength(1);
  });

  test("are sent for one of two copies published at once", async () => {
    const look = newLook();
    const artworkIds = [];
    for (let people = 0; people < 2; people++) {
      artworkIds.push((await publishLike((await given.user()).userId, look)).artworkId);
    }
    await api.processEvents();
    expect(artworkIds.flatMap(mailsAbout)).toHaveLength(1);
  });

  test("are sent for copies of a taken-down work, even if it is deleted, until it is restored", async () => {
    const [artist, other] = [await given.user(), await given.user()];
    const [look, withholding] = [newLook(), { ...api.services, withheldPreviews: api.services.licensedPreviews }];
    const first = await publishLike(artist.userId, look);
    await blockArtwork(withholding, first.artworkId, "artwork");
    await updateIndex();
    const again = await publishLike(artist.userId, look);
    const mediaId = await pictureLike(other.userId, look);
    await updateIndex();
    expect(mailsAbout(again.artworkId)[0]?.text).toContain(`taken down): “Dunes`);
    // A taken-down work isn't shown to users.
    expect(await copiedBy(other.userId, mediaId)).toEqual([again.artworkId]);
    await remove(artist.userId, again.artworkId);
    await remove(artist.userId, first.artworkId);
    await updateIndex();
    const { artworkId } = await publish(other.userId, mediaId);
    await updateIndex();
    expect(mailsAbout(artworkId)).toHaveLength(1);

    const free = newLook();
    const restored = await publishLike(artist.userId, free);
    await blockArtwork(withholding, restored.artworkId, "artwork");
    await updateIndex();
    await unblockArtwork(withholding, restored.artworkId, "artwork");
    await change(artist.userId, restored.artworkId, { artworkVisibility: "invisible" });
    await updateIndex();
    const like = await publishLike(other.userId, free);
    await updateIndex();
    expect(mailsAbout(like.artworkId)).toEqual([]);
  });

  test("aren't sent about a work that operators restored", async () => {
    const [artist, copier] = [await given.user(), await given.user()];
    const look = newLook();
    const { artworkId } = await publishLike(copier.userId, look);
    await api.processEvents();
    await publishLike(artist.userId, look);
    const withholding = { ...api.services, withheldPreviews: api.services.licensedPreviews };
    await blockArtwork(withholding, artworkId, "artwork");
    await unblockArtwork(withholding, artworkId, "artwork");
    await api.processEvents();
    expect(mailsAbout(artworkId)).toEqual([]);
  });

  test("are sent if the same file was taken down, even with too little detail for a hash", async () => {
    const [artist, other] = [await given.user(), await given.user()];
    const plain = async (userId: string) => publish(userId, await given.picture(userId));
    const { artworkId } = await plain(artist.userId);
    await blockArtwork({ ...api.services, withheldPreviews: api.services.licensedPreviews }, artworkId, "artwork");
    await updateIndex();
    const again = await plain(other.userId);
    await updateIndex();
    expect(mailsAbout(again.artworkId)).toHaveLength(1);
  });
});

describe("a failure", () => {
  const broken = (services: Api["services"]) => ({
    index: { ...services.index, findCopies: () => Promise.reject(new Error("The index is away")) },
  });

  test("of the comparison doesn't prevent publication, and the stream retries it", async () => {
    const [artist, copier] = [await given.user(), await given.user()];
    const look = newLook();
    await publishLike(artist.userId, look);
    await api.processEvents();
    const mediaId = await pictureLike(copier.userId, look);
    await expect(compare(copier.userId, mediaId, broken(api.services))).rejects.toThrow("The index is away");
    const { status, body } = await api.call(createArtwork, { as: copier.userId, body: { ...freeArtwork, mediaId } });
    expect(status).toBe(201);
    const failing = createStreamProcessor(MarketplaceTable.getName(), [
      (event) => mailNearCopies(event, { ...api.services, ...broken(api.services) }),
    ]);
    await expect(failing()).rejects.toThrow("A record of the stream failed");
    expect(mailsAbout(body.artworkId)).toEqual([]);
    await api.processEvents();
    expect(mailsAbout(body.artworkId)).toHaveLength(1);
  });

  test("of the mail provider defers the mail until it accepts mails again", async () => {
    const [artist, copier] = [await given.user(), await given.user()];
    const look = newLook();
    await publishLike(artist.userId, look);
    await api.processEvents();
    const following = createStreamProcessor(MarketplaceTable.getName(), [
      (event) => mailNearCopies(event, api.services),
    ]);
    await following();
    const { artworkId } = await publishLike(copier.userId, look);
    api.refuseMail("AccountSuspendedException");
    await following();
    api.refuseMail();
    expect([mailsAbout(artworkId), api.deferredMails]).toEqual([[], [expect.anything()]]);
    await api.processEvents();
    expect(mailsAbout(artworkId)).toHaveLength(1);
  });
});
