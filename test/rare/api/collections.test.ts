import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { buildCollectionsPartition, CollectionEntity } from "#lambdas/areas/collections/collection.entity.ts";
import { deleteCollections } from "#lambdas/areas/collections/delete-collections.ts";
import { findCollection } from "#lambdas/areas/collections/find-collections.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { deactivateUser } from "#shared/contract/auth.ts";
import {
  addToCollection,
  createCollection,
  deleteCollection,
  listCollections,
  moveInCollection,
  readCollection,
  removeFromCollection,
  updateCollection,
} from "#shared/contract/collections.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let owner: Awaited<ReturnType<typeof given.member>>;
let artist: Awaited<ReturnType<typeof given.user>>;
let works: string[];

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  [owner, artist] = [await given.member(), await given.user()];
  works = [];
  for (let nth = 0; nth < 4; nth++) works.push((await given.artwork(artist.userId)).artworkId);
});

const read = (collectionId: string, query: Record<string, string> = {}, token?: string) =>
  api.call(readCollection, { params: { collectionId }, query, ...(token ? { token } : {}) });
const order = async (collectionId: string) =>
  ((await read(collectionId)).body.items as { artworkId: string }[]).map(({ artworkId }) => works.indexOf(artworkId));
const entry = (collectionId: string, nth: number) => ({
  as: owner.userId,
  params: { collectionId, artworkId: works[nth] ?? "" },
});

describe("a collection", () => {
  test("is created with its first artwork, and is public", async () => {
    const body = { collectionTitle: " Evening light ", collectionDescription: "Blue hours", artworkId: works[0] };
    const made = await api.call(createCollection, { as: owner.userId, body });
    expect(made.status).toBe(201);
    const { status, body: page } = await read(made.body.collectionId);
    expect(status).toBe(200);
    expect(page.collection).toMatchObject({
      collectionTitle: "Evening light",
      collectionDescription: "Blue hours",
      collectionVisibility: "public",
      owner: { name: owner.name },
      count: 1,
    });
    expect(page.items.map((card: { artworkId: string }) => card.artworkId)).toEqual([works[0]]);
  });

  test("is created once per idempotency key", async () => {
    const call = { as: owner.userId, body: { collectionTitle: "Once" }, headers: { "idempotency-key": "a" } };
    const [one, two] = [await api.call(createCollection, call), await api.call(createCollection, call)];
    expect(two.body).toEqual(one.body);
  });

  test("keeps its owner's order through additions, moves and removals, which can be repeated", async () => {
    const id = await given.collection(owner.userId, [works[0], works[1], works[2], works[1]] as string[]);
    expect(await order(id)).toEqual([0, 1, 2]);
    expect((await api.call(moveInCollection, { ...entry(id, 2), body: { after: null } })).status).toBe(204);
    expect(await order(id)).toEqual([2, 0, 1]);
    await api.call(moveInCollection, { ...entry(id, 2), body: { after: works[1] } });
    expect(await order(id)).toEqual([0, 1, 2]);
    await api.call(removeFromCollection, entry(id, 1));
    expect((await api.call(removeFromCollection, entry(id, 1))).status).toBe(204);
    expect(await order(id)).toEqual([0, 2]);
    // Undoing a removal restores the artwork's position.
    await api.call(addToCollection, { ...entry(id, 1), body: { after: works[0] } });
    expect(await order(id)).toEqual([0, 1, 2]);
    expect((await api.call(moveInCollection, { ...entry(id, 3), body: { after: null } })).status).toBe(404);
  });

  test("loses no concurrent addition", async () => {
    const id = await given.collection(owner.userId, []);
    const statuses = await Promise.all(
      works.map(async (_, nth) => (await api.call(addToCollection, entry(id, nth))).status),
    );
    expect(statuses).toEqual([204, 204, 204, 204]);
    expect((await order(id)).sort()).toEqual([0, 1, 2, 3]);
  });

  test("continues from the cursor of a removed artwork", async () => {
    const id = await given.collection(owner.userId, works);
    const first = await read(id, { limit: "2" });
    expect([first.body.cursor, first.body.hasMore]).toEqual([works[1], true]);
    await api.call(removeFromCollection, entry(id, 1));
    const next = await read(id, { limit: "2", cursor: first.body.cursor ?? "" });
    expect(next.body.items.map((card: { artworkId: string }) => works.indexOf(card.artworkId))).toEqual([2, 3]);
  });

  test("leaves out hidden and deleted artwork, and fills the page", async () => {
    const hidden = await given.artwork(artist.userId);
    const deleted = await given.artwork(artist.userId);
    const id = await given.collection(owner.userId, [hidden.artworkId, deleted.artworkId, ...works]);
    const params = { artworkId: hidden.artworkId };
    const body = { artworkVisibility: "invisible" };
    expect((await api.call(updateArtwork, { as: artist.userId, params, body })).status).toBe(200);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: deleted.artworkId } });
    const page = await read(id, { limit: "2" });
    expect(page.body.items.map((card: { artworkId: string }) => works.indexOf(card.artworkId))).toEqual([0, 1]);
    expect(page.body.hasMore).toBe(true);
  });

  test("with many deleted artworks returns a shorter page with a cursor", async () => {
    const id = await given.collection(owner.userId, [works[0] as string]);
    const gone = Array.from({ length: 60 }, () => uuidv7());
    const artworkIds = [...gone, works[0] as string];
    await api.services.table.send(
      CollectionEntity.build(UpdateItemCommand).item({ collectionId: id, artworkIds: $set(artworkIds) }),
    );
    const first = await read(id, { limit: "1" });
    expect(first.body).toMatchObject({ items: [], hasMore: true, cursor: gone[50] });
    const next = await read(id, { limit: "1", cursor: String(first.body.cursor) });
    expect(next.body.items.map(({ artworkId }: { artworkId: string }) => artworkId)).toEqual([works[0]]);
  });

  test("that is private is visible to its owner only, in lists too", async () => {
    const form = { collectionTitle: "Secret", collectionVisibility: "private" };
    const id = await given.collection(owner.userId, [works[0] as string], form);
    const stranger = await given.member();
    expect([(await read(id)).status, (await read(id, {}, stranger.token)).status]).toEqual([404, 404]);
    expect((await read(id, {}, owner.token)).status).toBe(200);
    const listed = async (token?: string) => {
      const call = { params: { username: owner.name }, ...(token ? { token } : {}) };
      const { body } = await api.call(listCollections, call);
      return body.items.some(({ collectionId }: { collectionId: string }) => collectionId === id);
    };
    expect([await listed(), await listed(stranger.token), await listed(owner.token)]).toEqual([false, false, true]);
    const open = { collectionTitle: "Open", collectionVisibility: "public" };
    await api.call(updateCollection, { as: owner.userId, params: { collectionId: id }, body: open });
    expect([(await read(id)).body.collection.collectionTitle, await listed()]).toEqual(["Open", true]);
  });

  test("has covers of its first visible artworks", async () => {
    const fan = await given.member();
    const hidden = [await given.artwork(artist.userId), await given.artwork(artist.userId)];
    await given.collection(fan.userId, [...hidden.map(({ artworkId }) => artworkId), ...works]);
    for (const { artworkId } of hidden) {
      const body = { artworkVisibility: "invisible" as const };
      await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body });
    }
    const { body } = await api.call(listCollections, { params: { username: fan.name } });
    expect(body.items[0]?.covers.map(({ artworkId }): string => artworkId)).toEqual(works.slice(0, 3));
  });

  test("shows only its owner whether it contains an artwork", async () => {
    const fan = await given.member();
    const ids = [await given.collection(fan.userId, works), await given.collection(fan.userId, [works[1] as string])];
    const call = { params: { username: fan.name }, query: { artworkId: works[0] as string } };
    const own = await api.call(listCollections, { ...call, token: fan.token });
    expect(own.body.items.map(({ collectionId, contains }) => [collectionId, contains])).toEqual([
      [ids[1], false],
      [ids[0], true],
    ]);
    const others = await api.call(listCollections, call);
    expect(others.body.items.map(({ contains }) => contains)).toEqual([undefined, undefined]);
  });

  test("is listed in a limited number of read units, even with many large collections", async () => {
    const fan = await given.member();
    const { table, newId } = api.services;
    const partition = buildCollectionsPartition(fan.userId);
    for (let nth = 0; nth < 30; nth++) {
      const shown = works.map((_, at) => works[(at + nth) % works.length] as string);
      const gone = Array.from({ length: LIMITS.collections.artwork - shown.length }, newId);
      const item = {
        collectionId: newId(),
        ownerId: fan.userId,
        title: "t".repeat(LIMITS.collectionTitle.max),
        description: "d".repeat(LIMITS.collectionDescription.max),
        visibility: "public" as const,
        artworkIds: [...gone.slice(0, 3), ...shown, ...gone.slice(3)],
        ofOwner: partition,
        shown: partition,
      };
      await table.send(CollectionEntity.build(PutItemCommand).item(item));
    }
    const list = (query: Record<string, unknown>) =>
      meter(() => api.call(listCollections, { params: { username: fan.name }, query }));
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { result, readUnits } = await list({ limit: 50, ...(cursor ? { cursor } : {}) });
      expect(readUnits).toBeLessThanOrEqual(50);
      seen.push(...result.body.items.map(({ collectionId }): string => collectionId));
      cursor = result.body.hasMore ? result.body.cursor : null;
    }
    expect([seen.length, new Set(seen).size]).toEqual([30, 30]);
  });

  test("is listed newest first with its first pictures", async () => {
    const fan = await given.member();
    const older = await given.collection(fan.userId, works, { collectionTitle: "All" });
    const newer = await given.collection(fan.userId, [works[1] as string], { collectionTitle: "One" });
    const { body } = await api.call(listCollections, { params: { username: fan.name } });
    const rows = body.items.map(({ collectionId, covers, count }) => [collectionId, covers.length, count]);
    expect(rows).toEqual([
      [newer, 1, 1],
      [older, 3, 4],
    ]);
    const next = await api.call(listCollections, { params: { username: fan.name }, query: { cursor: newer } });
    expect(next.body.items).toHaveLength(1);
  });

  test("answers 404 once it is deleted", async () => {
    const id = await given.collection(owner.userId, works);
    const call = { as: owner.userId, params: { collectionId: id } };
    expect((await api.call(deleteCollection, call)).status).toBe(204);
    expect([(await read(id)).status, (await api.call(deleteCollection, call)).status]).toEqual([404, 404]);
  });
});

test("an account has a limited number of collections, and a free place once one is deleted", async () => {
  const { userId } = await given.user();
  const id = await given.collection(userId, []);
  const full = UserEntity.build(UpdateItemCommand).item({ userId, collections: LIMITS.collections.perUser });
  await api.services.table.send(full);
  const make = () => api.call(createCollection, { as: userId, body: { collectionTitle: "One more" } });
  expect((await make()).failure.code).toBe("too_many_collections");
  await api.call(deleteCollection, { as: userId, params: { collectionId: id } });
  expect((await make()).status).toBe(201);
});

test("deleted artwork makes room in a full collection", async () => {
  const deleted = (await given.artwork(artist.userId)).artworkId;
  const id = await given.collection(owner.userId, []);
  const others = Array.from({ length: LIMITS.collections.artwork - 2 }, () => api.services.newId());
  const artworkIds = [works[1] as string, deleted, ...others];
  await api.services.table.send(
    CollectionEntity.build(UpdateItemCommand).item({ collectionId: id, artworkIds: $set(artworkIds) }),
  );
  expect((await api.call(addToCollection, entry(id, 0))).failure.code).toBe("collection_full");
  await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: deleted } });
  expect((await api.call(addToCollection, entry(id, 0))).status).toBe(204);
  const stored = await findCollection(api.services.table, id);
  expect(stored?.artworkIds).toEqual([works[1], ...others, works[0]]);
});

test("a full collection and an unknown one are refused", async () => {
  const id = await given.collection(owner.userId, []);
  const artworkIds = Array.from({ length: LIMITS.collections.artwork }, () => api.services.newId());
  const full = CollectionEntity.build(UpdateItemCommand).item({ collectionId: id, artworkIds: $set(artworkIds) });
  await api.services.table.send(full);
  expect((await api.call(addToCollection, entry(id, 0))).failure.code).toBe("collection_full");
  const { failure } = await api.call(addToCollection, entry(api.services.newId(), 0));
  expect(failure.code).toBe("collection_not_found");
});

test.each([
  [{}, { collectionTitle: MESSAGES.required }],
  [
    { collectionTitle: "x".repeat(LIMITS.collectionTitle.max + 1) },
    { collectionTitle: formatTooLong(LIMITS.collectionTitle.max) },
  ],
  [{ collectionTitle: "x", collectionVisibility: "friends" }, { collectionVisibility: MESSAGES.invalid }],
  [{ collectionTitle: "x", artworkId: "y" }, { artworkId: MESSAGES.invalidUuid }],
])("%o is refused at its field", async (body, fields) => {
  const { status, failure } = await api.call(createCollection, { as: owner.userId, body });
  expect([status, failure.fields]).toEqual([400, fields]);
});

test("hidden artwork can't be collected", async () => {
  const hidden = await given.artwork(artist.userId, { artworkVisibility: "invisible" });
  const id = await given.collection(owner.userId, []);
  const call = { as: owner.userId, params: { collectionId: id, artworkId: hidden.artworkId } };
  expect((await api.call(addToCollection, call)).failure.code).toBe("artwork_not_found");
  const body = { collectionTitle: "x", artworkId: hidden.artworkId };
  expect((await api.call(createCollection, { as: owner.userId, body })).failure.code).toBe("artwork_not_found");
});

test("collections are deleted with their owner's account", async () => {
  const leaver = await given.member();
  const id = await given.collection(leaver.userId, [works[0] as string], { collectionVisibility: "public" });
  const body = { userPassword: leaver.credentials.userPassword };
  const params = { userId: leaver.userId };
  expect((await api.call(deactivateUser, { as: leaver.userId, token: leaver.token, params, body })).status).toBe(200);
  expect((await read(id)).status).toBe(404);
  await api.processEvents();
  expect(await findCollection(api.services.table, id)).toBeUndefined();
  expect((await findUser(api.services.table, leaver.userId))?.collections).toBe(0);
});

test("the deletion of collections is retried until the index lists them all", async () => {
  const { userId } = await given.user();
  const id = await given.collection(userId, works);
  const unlisted = CollectionEntity.build(UpdateItemCommand).item({ collectionId: id, ofOwner: "CO#later" });
  await api.services.table.send(unlisted);
  await expect(deleteCollections(api.services.table, userId)).rejects.toThrow("aren't listed yet");
  const listed = { collectionId: id, ofOwner: buildCollectionsPartition(userId) };
  await api.services.table.send(CollectionEntity.build(UpdateItemCommand).item(listed));
  expect(await deleteCollections(api.services.table, userId)).toBe(1);
  expect(await deleteCollections(api.services.table, userId)).toBe(0);
  expect(await findCollection(api.services.table, id)).toBeUndefined();
});
