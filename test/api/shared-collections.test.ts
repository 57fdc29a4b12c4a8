import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findCollection } from "#lambdas/areas/collections/find-collections.ts";
import { findCollectionComment } from "#lambdas/areas/collections/find-comments.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { deactivateUser } from "#shared/contract/auth.ts";
import {
  addToCollection,
  createCollection,
  deleteCollection,
  deleteCollectionComment,
  editCollectionComment,
  inviteMember,
  listCollectionComments,
  listSharedCollections,
  moveInCollection,
  readCollection,
  removeFromCollection,
  removeMember,
  writeCollectionComment,
} from "#shared/contract/collections.ts";
import { blockPerson, unblockPerson } from "#shared/contract/messages.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let follow: ReturnType<typeof createStreamProcessor>;
let works: string[];

type Account = Awaited<ReturnType<typeof given.member>>;
let owner: Account;
let client: Account;
let stranger: Account;
let collectionId: string;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => notify(event, api.services)]);
  const artist = await given.user();
  works = [];
  for (let at = 0; at < 4; at++) works.push((await given.artwork(artist.userId)).artworkId);
});

beforeEach(async () => {
  // A real token each, which public routes check themselves.
  [owner, client, stranger] = [await given.member(), await given.member(), await given.member()];
  collectionId = await given.collection(owner.userId, [works[0] ?? ""], { collectionVisibility: "private" });
});

const invite = (username: string, as = owner.userId) =>
  api.call(inviteMember, { as, params: { collectionId, username } });
const remove = (username: string, as = owner.userId) =>
  api.call(removeMember, { as, params: { collectionId, username } });
const read = (reader?: Account) =>
  api.call(readCollection, { ...(reader ? { token: reader.token } : {}), params: { collectionId }, query: {} });
const shared = async (userId: string, query = {}) =>
  (await api.call(listSharedCollections, { as: userId, params: { userId }, query })).body.items;
const entry = (route: typeof addToCollection | typeof removeFromCollection, as: string, artworkId = works[1] ?? "") =>
  api.call(route as typeof addToCollection, { as, params: { collectionId, artworkId }, body: {} });
const takeOut = (as: string, artworkId = works[1] ?? "") =>
  api.call(removeFromCollection, { as, params: { collectionId, artworkId } });

describe("an invitation", () => {
  test("opens a private collection to that person alone, lists it for them, and notifies them with its address", async () => {
    expect((await read(client)).status).toBe(404);
    expect((await invite(client.name)).status).toBe(204);
    await follow();
    expect((await read(client)).body.collection).toMatchObject({
      collectionVisibility: "private",
      owner: { id: owner.userId },
      members: [{ id: client.userId }],
    });
    expect((await read(stranger)).status).toBe(404);
    expect((await read()).status).toBe(404);
    expect(await shared(client.userId)).toMatchObject([{ collectionId, count: 1, covers: [{ artworkId: works[0] }] }]);
    expect(await shared(client.userId, { artworkId: works[0] })).toMatchObject([{ contains: true, covers: [] }]);
    expect(await shared(owner.userId)).toEqual([]);
    const sent = { as: client.userId, params: { userId: client.userId }, query: {} };
    expect((await api.call(previousNotifications, sent)).body).toMatchObject({
      items: [{ type: "invitation", link: `/collection/${collectionId}`, title: "Dusk", actor: { id: owner.userId } }],
    });
  });

  test("leaves a public collection as it was for everybody else", async () => {
    collectionId = await given.collection(owner.userId, [works[0] ?? ""]);
    await invite(client.name);
    expect((await read(client)).body).toMatchObject({ added: [], collection: { members: [{}] } });
    for (const reader of [undefined, stranger]) {
      const { body } = await read(reader);
      expect(body.collection).not.toHaveProperty("members");
      expect(body).not.toHaveProperty("added");
    }
  });

  test("is refused to oneself, to unknown and closed accounts, and to others than the owner", async () => {
    expect(await invite(owner.name)).toMatchObject({ status: 409, failure: { code: "member_self" } });
    expect(await invite("nobody_here")).toMatchObject({ status: 404, failure: { code: "member_not_found" } });
    await invite(client.name);
    expect((await invite(stranger.name, client.userId)).status).toBe(404);
    expect((await invite(stranger.name, stranger.userId)).status).toBe(404);
    expect(await shared(stranger.userId)).toEqual([]);
  });

  test.each(["the invited", "the owner"])("is refused with the same message while %s blocks the other", async (who) => {
    const [blocker, other] = who === "the owner" ? [owner, client] : [client, owner];
    const params = { userId: blocker.userId, personId: other.userId };
    await api.call(blockPerson, { as: blocker.userId, params });
    expect(await invite(client.name)).toMatchObject({ status: 409, failure: { code: "member_refused" } });
    await api.call(unblockPerson, { as: blocker.userId, params });
    expect((await invite(client.name)).status).toBe(204);
  });

  test("is safe to repeat, also at the same time", async () => {
    const answers = await Promise.all([invite(client.name), invite(client.name), invite(client.name)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await read(owner)).body.collection.members).toHaveLength(1);
    expect(await shared(client.userId)).toHaveLength(1);
  });

  test("is refused past the limit, exactly even if several arrive at once", async () => {
    const people = await Promise.all(Array.from({ length: LIMITS.collections.members + 1 }, () => given.user()));
    for (const { name } of people.slice(0, -2)) await invite(name);
    const last = await Promise.all(people.slice(-2).map(({ name }) => invite(name)));
    expect(last.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(last.find(({ status }) => status === 409)?.failure.message).toBe(MESSAGES.tooManyMembers);
    expect((await read(owner)).body.collection.members).toHaveLength(LIMITS.collections.members);
  });
});

describe("a member", () => {
  beforeEach(async () => void (await invite(client.name)));

  test("adds artwork, removes what they added themselves, and arranges nothing", async () => {
    expect((await entry(addToCollection, client.userId)).status).toBe(204);
    expect((await read(client)).body).toMatchObject({ items: [{}, {}], added: [works[1]] });
    expect((await takeOut(client.userId, works[0])).status).toBe(403);
    const params = { collectionId, artworkId: works[1] ?? "" };
    expect((await api.call(moveInCollection, { as: client.userId, params, body: { after: null } })).status).toBe(403);
    expect((await takeOut(client.userId)).status).toBe(204);
    expect((await takeOut(client.userId)).status).toBe(204);
    expect((await read(client)).body).toMatchObject({ items: [{ artworkId: works[0] }], added: [] });
  });

  test("can't change, delete or share the collection, nor remove another member", async () => {
    await invite(stranger.name);
    expect((await api.call(deleteCollection, { as: client.userId, params: { collectionId } })).status).toBe(404);
    expect((await remove(stranger.name, client.userId)).status).toBe(403);
    expect((await read(stranger)).status).toBe(200);
  });

  test("leaves; what they added stays and is the owner's", async () => {
    await entry(addToCollection, client.userId);
    expect((await remove(client.name, client.userId)).status).toBe(204);
    expect((await read(client)).status).toBe(404);
    expect(await shared(client.userId)).toEqual([]);
    expect((await entry(addToCollection, client.userId, works[2])).status).toBe(404);
    await invite(client.name);
    expect((await takeOut(client.userId)).status).toBe(403);
    expect((await takeOut(owner.userId)).status).toBe(204);
  });

  test.each(["the member", "the owner"])("loses access while %s blocks the other, and may still leave", async (who) => {
    const [blocker, other] = who === "the owner" ? [owner, client] : [client, owner];
    await api.call(blockPerson, {
      as: blocker.userId,
      params: { userId: blocker.userId, personId: other.userId },
    });
    expect((await read(client)).status).toBe(404);
    expect(await shared(client.userId)).toEqual([]);
    expect((await entry(addToCollection, client.userId)).status).toBe(404);
    expect((await remove(client.name, client.userId)).status).toBe(204);
    expect((await read(owner)).body.collection.members).toEqual([]);
  });

  test("has no access to the collection of a closed account, even before it is deleted", async () => {
    await entry(addToCollection, client.userId);
    const body = { userPassword: owner.credentials.userPassword };
    await api.call(deactivateUser, { as: owner.userId, token: owner.token, params: { userId: owner.userId }, body });
    expect((await read(client)).status).toBe(404);
    expect((await entry(addToCollection, client.userId, works[2])).status).toBe(404);
    expect((await takeOut(client.userId)).status).toBe(404);
    expect((await comments(client.userId)).status).toBe(404);
  });

  test("whose access a block suspends is marked for the owner alone", async () => {
    await invite(stranger.name);
    await block(client, owner);
    expect((await read(owner)).body.collection.members).toEqual([
      expect.objectContaining({ id: client.userId, suspended: true }),
      expect.not.objectContaining({ suspended: true }),
    ]);
    expect(JSON.stringify((await read(stranger)).body)).not.toContain("suspended");
    await api.call(unblockPerson, { as: client.userId, params: { userId: client.userId, personId: owner.userId } });
    expect(JSON.stringify((await read(owner)).body)).not.toContain("suspended");
  });

  test("who removes what another added learns who can", async () => {
    const { status, failure } = await takeOut(client.userId, works[0]);
    expect([status, failure.message]).toEqual([403, MESSAGES.entryNotAdded]);
  });

  test("who is removed while they add has either added before or is refused", async () => {
    const [added] = await Promise.all([entry(addToCollection, client.userId), remove(client.name)]);
    const { items } = (await read(owner)).body;
    expect(items).toHaveLength(added.status === 204 ? 2 : 1);
    expect([204, 404]).toContain(added.status);
    expect((await entry(addToCollection, client.userId, works[2])).status).toBe(404);
  });

  test("and the owner add at the same time, and nothing is lost", async () => {
    const answers = await Promise.all([
      entry(addToCollection, client.userId, works[1]),
      entry(addToCollection, owner.userId, works[2]),
      entry(addToCollection, client.userId, works[3]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const { items, added } = (await read(client)).body;
    expect(items).toHaveLength(4);
    expect([...(added ?? [])].toSorted()).toEqual([works[1], works[3]].toSorted());
  });
});

const comment = (as: string, commentContent = "This one.", headers = {}) =>
  api.call(writeCollectionComment, { as, params: { collectionId }, body: { commentContent }, headers });
const comments = (as: string) => api.call(listCollectionComments, { as, params: { collectionId }, query: {} });
const edit = (as: string, commentId: string, commentContent = "That one.") =>
  api.call(editCollectionComment, { as, params: { collectionId, commentId }, body: { commentContent } });
const erase = (as: string, commentId: string) =>
  api.call(deleteCollectionComment, { as, params: { collectionId, commentId } });
const block = (blocker: Account, other: Account) =>
  api.call(blockPerson, { as: blocker.userId, params: { userId: blocker.userId, personId: other.userId } });

describe("comments", () => {
  beforeEach(async () => void (await invite(client.name)));

  test("are written and read by owner and members alone, newest first, also of a public collection", async () => {
    collectionId = await given.collection(owner.userId, [works[0] ?? ""]);
    await invite(client.name);
    const written = await comment(client.userId, "  Warmer?\u0000 ");
    expect(written).toMatchObject({ status: 201, body: { commentContent: "Warmer?", author: { id: client.userId } } });
    expect((await comment(owner.userId, "Yes.")).status).toBe(201);
    for (const reader of [owner, client]) {
      expect((await comments(reader.userId)).body).toMatchObject({
        items: [{ commentContent: "Yes.", edited: false }, { commentContent: "Warmer?" }],
        hasMore: false,
      });
    }
    expect((await comments(stranger.userId)).status).toBe(404);
    expect((await comment(stranger.userId)).status).toBe(404);
    expect((await api.call(listCollectionComments, { params: { collectionId }, query: {} })).status).toBe(401);
    expect(JSON.stringify((await read(stranger)).body)).not.toContain("Warmer");
  });

  test("obey the rules of artwork's comments", async () => {
    for (const [content, message] of [
      ["", MESSAGES.required],
      ["\u200b \u2060", MESSAGES.required],
      ["x".repeat(LIMITS.comment.max + 1), expect.stringContaining(String(LIMITS.comment.max))],
    ] as const) {
      const { status, failure } = await comment(client.userId, content);
      expect([content, status, failure.fields]).toEqual([content, 400, { commentContent: message }]);
    }
    expect((await comment(client.userId, "x".repeat(LIMITS.comment.max))).status).toBe(201);
    const rest = Array.from({ length: LIMITS.comment.perWindow - 1 }, (_, at) => comment(client.userId, `No. ${at}`));
    expect((await Promise.all(rest)).map(({ status }) => status)).not.toContain(429);
    expect((await comment(client.userId)).status).toBe(429);
    expect((await comment(owner.userId)).status).toBe(201);
  });

  test("are written once per key", async () => {
    const headers = { "idempotency-key": "one-comment" };
    const [first, second] = [
      await comment(client.userId, "Once", headers),
      await comment(client.userId, "Once", headers),
    ];
    expect(second.body).toEqual(first.body);
    expect((await comments(owner.userId)).body.items).toHaveLength(1);
  });

  test("are changed by their author, deleted by author and owner, and by nobody else", async () => {
    await invite(stranger.name);
    const { commentId } = (await comment(client.userId)).body;
    const ofOwner = (await comment(owner.userId)).body.commentId;
    expect(await edit(client.userId, commentId)).toMatchObject({
      status: 200,
      body: { commentContent: "That one.", edited: true },
    });
    expect([(await edit(owner.userId, commentId)).status, (await edit(stranger.userId, commentId)).status]).toEqual([
      403, 403,
    ]);
    expect((await erase(stranger.userId, commentId)).status).toBe(403);
    expect((await erase(client.userId, ofOwner)).status).toBe(403);
    expect((await erase(owner.userId, commentId)).status).toBe(204);
    expect((await erase(client.userId, commentId)).status).toBe(404);
    expect((await edit(client.userId, commentId)).status).toBe(404);
    expect((await comments(client.userId)).body.items).toMatchObject([{ commentId: ofOwner }]);
  });

  test.each(["removed", "blocked", "blocking"])(
    "are closed to a %s member, who may still delete their own",
    async (how) => {
      const [first, second] = [(await comment(client.userId)).body, (await comment(client.userId, "Two")).body];
      const theirs = (await comment(owner.userId)).body;
      if (how === "removed") await remove(client.name);
      else await (how === "blocked" ? block(owner, client) : block(client, owner));
      expect((await comments(client.userId)).status).toBe(404);
      expect((await comment(client.userId)).status).toBe(404);
      expect((await edit(client.userId, first.commentId)).status).toBe(404);
      expect((await erase(client.userId, theirs.commentId)).status).toBe(404);
      expect((await erase(client.userId, first.commentId)).status).toBe(204);
      expect((await comments(owner.userId)).body.items).toMatchObject([{}, { commentId: second.commentId }]);
    },
  );

  test("by somebody who is removed at the same time are there or refused", async () => {
    const [written] = await Promise.all([comment(client.userId), remove(client.name)]);
    expect([201, 404]).toContain(written.status);
    expect((await comments(owner.userId)).body.items).toHaveLength(written.status === 201 ? 1 : 0);
    expect((await comment(client.userId)).status).toBe(404);
  });

  test("don't get in the way of members who add artwork", async () => {
    const answers = await Promise.all([
      entry(addToCollection, client.userId, works[1]),
      comment(client.userId, "One"),
      entry(addToCollection, owner.userId, works[2]),
      comment(owner.userId, "Two"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 201, 204, 201]);
    expect((await read(owner)).body.items).toHaveLength(3);
  });

  test("notify the others once a day, and nobody who lost access", async () => {
    const blocked = await given.member();
    for (const { name } of [stranger, blocked]) await invite(name);
    await block(owner, blocked);
    await comment(client.userId, "One");
    await comment(client.userId, "Two");
    await comment(owner.userId, "Three");
    await follow();
    const list = async ({ userId }: Account) => {
      const sent = { as: userId, params: { userId }, query: {} };
      const { items } = (await api.call(previousNotifications, sent)).body;
      return items.flatMap(({ type, link, title, actor }) =>
        type === "collectionComment" ? [{ link, title, actor: actor.id }] : [],
      );
    };
    const notice = { link: `/collection/${collectionId}`, title: "Dusk" };
    expect(await list(owner)).toEqual([{ ...notice, actor: client.userId }]);
    expect(await list(stranger)).toEqual([{ ...notice, actor: client.userId }]);
    expect(await list(client)).toEqual([{ ...notice, actor: owner.userId }]);
    expect(await list(blocked)).toEqual([]);
  });

  test("go with their collection", async () => {
    const { commentId } = (await comment(client.userId)).body;
    await api.call(deleteCollection, { as: owner.userId, params: { collectionId } });
    const { table } = api.services;
    expect(await findCollectionComment(table, { collectionId, commentId })).toBeUndefined();
    expect((await comment(client.userId)).status).toBe(404);
  });

  test("written while the collection is deleted are refused or deleted with it", async () => {
    const [, ...written] = await Promise.all([
      api.call(deleteCollection, { as: owner.userId, params: { collectionId } }),
      ...["One", "Two", "Three"].map((text) => comment(client.userId, text)),
    ]);
    for (const { status, body } of written) {
      expect([201, 404]).toContain(status);
      if (status !== 201) continue;
      const key = { collectionId, commentId: body.commentId };
      expect(await findCollectionComment(api.services.table, key)).toBeUndefined();
    }
  });

  test("of a closed account stay without its name", async () => {
    await comment(client.userId);
    const body = { userPassword: client.credentials.userPassword };
    await api.call(deactivateUser, { as: client.userId, token: client.token, params: { userId: client.userId }, body });
    await api.processEvents();
    expect((await comments(owner.userId)).body.items).toMatchObject([{ author: { name: null } }]);
    expect((await comment(client.userId)).status).not.toBe(201);
  });
});

test("a deleted collection is no longer listed for its members", async () => {
  await invite(client.name);
  expect((await api.call(deleteCollection, { as: owner.userId, params: { collectionId } })).status).toBe(204);
  expect(await shared(client.userId)).toEqual([]);
  const body = { collectionTitle: "Again" };
  expect((await api.call(createCollection, { as: owner.userId, body })).status).toBe(201);
});

test("a closed account's memberships end, and invitations to it are refused", async () => {
  await invite(client.name);
  await entry(addToCollection, client.userId);
  const body = { userPassword: client.credentials.userPassword };
  const params = { userId: client.userId };
  expect((await api.call(deactivateUser, { as: client.userId, token: client.token, params, body })).status).toBe(200);
  await api.processEvents();
  expect((await invite(client.name)).status).toBe(404);
  expect(await findCollection(api.services.table, collectionId)).toMatchObject({ memberIds: [], addedBy: {} });
  expect((await read(owner)).body).toMatchObject({ items: [{}, {}], collection: { members: [] } });
});
