import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, describe, expect, test } from "vitest";
import { buildCommentSortKey, CommentEntity } from "#lambdas/areas/community/comment.entity.ts";
import { findAuthorComments, findTopComment } from "#lambdas/areas/community/find-comments.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import {
  deleteComment,
  deleteReview,
  editComment,
  listComments,
  listReplies,
  readCommentChanges,
  writeComment,
} from "#shared/contract/community.ts";
import { previousNotifications } from "#shared/contract/notifications.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let follow: ReturnType<typeof createStreamProcessor>;
let artist: { userId: string; name: string };
let fan: { userId: string; name: string };
let other: { userId: string; name: string };

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => notify(event, api.services)]);
  [artist, fan, other] = [await given.user(), await given.user(), await given.user()];
});

const reply = (as: string, artworkId: string, commentParent: unknown, commentContent = "So do I") =>
  api.call(writeComment, { as, params: { artworkId }, body: { commentContent, commentParent } });
const list = (artworkId: string, query: Record<string, unknown> = {}) =>
  api.call(listComments, { params: { artworkId }, query });
const replies = (artworkId: string, commentId: string, query: Record<string, unknown> = {}) =>
  api.call(listReplies, { params: { artworkId, commentId }, query });
const edit = (as: string, artworkId: string, commentId: string, commentContent: unknown) =>
  api.call(editComment, { as, params: { artworkId, commentId }, body: { commentContent } });
const remove = (as: string, artworkId: string, commentId: string) =>
  api.call(deleteComment, { as, params: { artworkId, commentId } });
const getCount = async (artworkId: string) =>
  (await api.call(readArtwork, { params: { artworkId } })).body.artwork.comments;
const getRevision = async (artworkId: string) =>
  (await api.call(readCommentChanges, { params: { artworkId } })).body.revision;

/** An artwork with a comment of the fan's. */
async function thread() {
  const { artworkId } = await given.artwork(artist.userId);
  const { commentId } = await given.comment(artworkId, fan.userId);
  return { artworkId, commentId };
}

describe("a reply", () => {
  test("is listed below its comment, is counted, and leaves the list of comments unchanged", async () => {
    const { artworkId, commentId } = await thread();
    const written = await reply(other.userId, artworkId, commentId, "  So do I ");
    expect([written.status, written.body]).toEqual([
      201,
      {
        commentId: expect.any(String),
        commentContent: "So do I",
        author: { id: other.userId, name: other.name, fullName: "Some Artist", avatar: null },
        created: expect.any(String),
        edited: false,
        parent: commentId,
      },
    ]);
    const { body } = await list(artworkId);
    expect(body.items.map((item) => [item.commentId, item.parent])).toEqual([[commentId, null]]);
    expect(body.items[0]?.replies).toEqual({
      items: [written.body],
      cursor: written.body.commentId,
      hasMore: false,
      count: 1,
    });
    expect([body.cursor, body.hasMore, await getCount(artworkId)]).toEqual([commentId, false, 2]);
  });

  test("is included in its comment among the first ones, oldest first; the others have their own list", async () => {
    const { artworkId, commentId } = await thread();
    const ids: string[] = [];
    const { repliesShown } = LIMITS.comment;
    for (let at = 0; at < repliesShown + 2; at++) {
      ids.push((await reply(fan.userId, artworkId, commentId, `No. ${at}`)).body.commentId);
    }
    const shown = (await list(artworkId)).body.items[0]?.replies;
    expect(shown?.items.map((item): string => item.commentId)).toEqual(ids.slice(0, repliesShown));
    expect([shown?.cursor, shown?.hasMore, shown?.count]).toEqual([ids[repliesShown - 1], true, ids.length]);
    const rest = await replies(artworkId, commentId, { cursor: shown?.cursor });
    expect(rest.body.items.map((item): string => item.commentId)).toEqual(ids.slice(repliesShown));
    expect([rest.body.cursor, rest.body.hasMore]).toEqual([ids.at(-1), false]);
    const page = await replies(artworkId, commentId, { limit: 3 });
    expect(page.body.items.map((item): string => item.commentId)).toEqual(ids.slice(0, 3));
  });

  test("takes one query for each comment with replies", async () => {
    const { artworkId, commentId } = await thread();
    await given.comment(artworkId, other.userId);
    await reply(other.userId, artworkId, commentId);
    const { calls } = await meter(() => list(artworkId));
    expect([...calls].sort()).toEqual(["BatchGetItemCommand", "GetItemCommand", "QueryCommand", "QueryCommand"]);
  });

  test("to a reply, to an unknown comment and to an invalid id is refused", async () => {
    const { artworkId, commentId } = await thread();
    const elsewhere = await thread();
    const first = await reply(other.userId, artworkId, commentId);
    const second = await reply(fan.userId, artworkId, first.body.commentId);
    expect([second.status, second.failure.fields]).toEqual([400, { commentParent: MESSAGES.invalid }]);
    for (const unknown of [api.services.newId(), elsewhere.commentId]) {
      const refused = await reply(fan.userId, artworkId, unknown);
      expect([refused.status, refused.failure.code]).toEqual([404, "comment_not_found"]);
    }
    const malformed = await reply(fan.userId, artworkId, "first");
    expect([malformed.status, malformed.failure.fields]).toEqual([400, { commentParent: MESSAGES.invalidUuid }]);
    expect([await getCount(artworkId), (await replies(artworkId, first.body.commentId)).status]).toEqual([2, 404]);
    expect((await reply(fan.userId, artworkId, null)).body.parent).toBeNull();
  });

  test("counts against the same quota as comments, and happens once under an Idempotency-Key", async () => {
    const { artworkId, commentId } = await thread();
    const hasty = await given.user();
    api.travel(LIMITS.comment.window - (Math.floor(api.services.now().getTime() / 1000) % LIMITS.comment.window));
    const body = { commentContent: "So do I", commentParent: commentId };
    const headers = { "idempotency-key": api.services.newId() };
    const repeats = await Promise.all(
      Array.from({ length: 5 }, () =>
        api.call(writeComment, { as: hasty.userId, params: { artworkId }, body, headers }),
      ),
    );
    expect(new Set(repeats.map((repeat) => repeat.body.commentId)).size).toBe(1);
    for (let at = 1; at < LIMITS.comment.perWindow; at++) await given.comment(artworkId, hasty.userId);
    expect((await reply(hasty.userId, artworkId, commentId)).status).toBe(429);
    expect((await replies(artworkId, commentId)).body.items).toHaveLength(1);
  });

  test("is edited by its author and deleted by its author or the artwork's owner", async () => {
    const { artworkId, commentId } = await thread();
    const [first, second] = [
      (await reply(other.userId, artworkId, commentId)).body.commentId,
      (await reply(other.userId, artworkId, commentId)).body.commentId,
    ];
    expect((await edit(fan.userId, artworkId, first, "Not me")).status).toBe(403);
    const edited = await edit(other.userId, artworkId, first, "So did I");
    expect([edited.status, edited.body]).toMatchObject([
      200,
      { commentContent: "So did I", edited: true, parent: commentId },
    ]);
    expect((await remove(fan.userId, artworkId, first)).status).toBe(403);
    expect((await remove(other.userId, artworkId, first)).status).toBe(204);
    expect((await remove(artist.userId, artworkId, second)).status).toBe(204);
    expect((await remove(artist.userId, artworkId, second)).status).toBe(404);
    const { items } = (await list(artworkId)).body;
    expect([items, await getCount(artworkId)]).toMatchObject([[{ commentId }], 1]);
    expect(items[0]).not.toHaveProperty("replies");
  });
});

describe("a deleted comment", () => {
  test("stays as a placeholder without author and text until its last reply is deleted", async () => {
    const { artworkId, commentId } = await thread();
    const written = (await reply(other.userId, artworkId, commentId)).body;
    expect((await remove(fan.userId, artworkId, commentId)).status).toBe(204);
    const [left] = (await list(artworkId)).body.items;
    expect(left).toMatchObject({
      commentId,
      commentContent: "[deleted]",
      deleted: true,
      edited: false,
      author: { name: null, fullName: "", avatar: null },
      replies: { items: [written], count: 1 },
    });
    expect(JSON.stringify(left)).not.toContain(fan.userId);
    expect(await getCount(artworkId)).toBe(1);
    for (const refused of [
      await edit(fan.userId, artworkId, commentId, "Back"),
      await remove(fan.userId, artworkId, commentId),
      await reply(fan.userId, artworkId, commentId),
    ]) {
      expect([refused.status, refused.failure.code]).toEqual([404, "comment_not_found"]);
    }
    expect((await remove(other.userId, artworkId, written.commentId)).status).toBe(204);
    expect([(await list(artworkId)).body.items, await getCount(artworkId)]).toEqual([[], 0]);
  });

  test("is on its author's list beside their comments, oldest first, until it is deleted", async () => {
    const { table } = api.services;
    const writer = await given.user();
    const [{ artworkId, commentId }, elsewhere] = [await thread(), await thread()];
    const first = await given.comment(elsewhere.artworkId, writer.userId, "first");
    const answer = (await reply(writer.userId, artworkId, commentId, "second")).body;
    await given.comment(artworkId, writer.userId, "third");
    const listed = async () => (await findAuthorComments(table, writer.userId)).map(({ content }) => content);
    expect(await listed()).toEqual(["first", "second", "third"]);

    await reply(other.userId, elsewhere.artworkId, first.commentId);
    await remove(writer.userId, elsewhere.artworkId, first.commentId);
    await remove(writer.userId, artworkId, answer.commentId);
    expect(await listed()).toEqual(["third"]);
    const left = await findTopComment(table, { artworkId: elsewhere.artworkId, commentId: first.commentId });
    expect([left?.replies, left?.ofAuthor]).toEqual([1, undefined]);
  });

  test("during concurrent replies and deletions keeps the counts correct", async () => {
    const { artworkId, commentId } = await thread();
    const written = await Promise.all(Array.from({ length: 4 }, () => reply(other.userId, artworkId, commentId)));
    const outcomes = await Promise.all([
      remove(fan.userId, artworkId, commentId),
      ...written.map(({ body }) => remove(other.userId, artworkId, body.commentId)),
      reply(artist.userId, artworkId, commentId),
    ]);
    const statuses = outcomes.map(({ status }) => status);
    expect(statuses.slice(0, -1)).toEqual(Array.from({ length: 5 }, () => 204));
    const isAnswered = statuses.at(-1) === 201;
    const { items } = (await list(artworkId)).body;
    expect([items.length, items[0]?.replies?.count ?? 0, await getCount(artworkId)]).toEqual(
      isAnswered ? [1, 1, 1] : [0, 0, 0],
    );
  });
});

describe("the revision of an artwork's comments", () => {
  test("grows with everything written, edited and deleted, and with nothing else", async () => {
    const { artworkId, commentId } = await thread();
    const seen = [await getRevision(artworkId)];
    const written = (await reply(other.userId, artworkId, commentId)).body.commentId;
    seen.push(await getRevision(artworkId));
    await edit(other.userId, artworkId, written, "So did I");
    seen.push(await getRevision(artworkId));
    await edit(other.userId, artworkId, written, "So did I");
    await remove(artist.userId, artworkId, api.services.newId());
    seen.push(await getRevision(artworkId));
    await remove(other.userId, artworkId, written);
    seen.push(await getRevision(artworkId));
    expect(seen).toEqual([1, 2, 3, 3, 4]);
    expect((await list(artworkId)).body.revision).toBe(4);
  });

  test("takes one read, is the same for everyone, and is cached at the edge for seconds", async () => {
    const { artworkId } = await thread();
    const { calls, readUnits, result } = await meter(() => api.call(readCommentChanges, { params: { artworkId } }));
    expect([calls, readUnits]).toEqual([["GetItemCommand"], 0.5]);
    expect(result.headers["cache-control"]).toBe("public, max-age=0, s-maxage=3");
    await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId },
      body: { artworkVisibility: "invisible" },
    });
    const hidden = await api.call(readCommentChanges, { as: artist.userId, params: { artworkId } });
    expect([hidden.status, hidden.headers["cache-control"]]).toEqual([404, "no-store"]);
  });
});

describe("notifications", () => {
  const listNotifications = async (userId: string) =>
    (await api.call(previousNotifications, { as: userId, params: { userId }, query: { limit: 50 } })).body.items;

  test("of a reply go to its addressee and the artwork's owner, once each, and never to its author", async () => {
    const [owner, author, reader] = [await given.user(), await given.user(), await given.user()];
    const { artworkId } = await given.artwork(owner.userId);
    const byReader = (await given.comment(artworkId, author.userId)).commentId;
    const byOwner = (await given.comment(artworkId, owner.userId)).commentId;
    const replied = (await reply(reader.userId, artworkId, byReader)).body.commentId;
    await reply(author.userId, artworkId, byReader);
    await reply(reader.userId, artworkId, byOwner);
    await follow({ times: 2 });
    const [toAuthor, ...more] = await listNotifications(author.userId);
    expect(more).toEqual([]);
    expect(toAuthor).toMatchObject({ type: "comment", ref: replied, link: `/artwork/${artworkId}`, isReply: true });
    expect((await listNotifications(owner.userId)).map(({ isReply, actor }) => [isReply ?? false, actor.id])).toEqual([
      [true, reader.userId],
      [false, author.userId],
      [false, reader.userId],
      [false, author.userId],
    ]);
    expect(await listNotifications(reader.userId)).toEqual([]);
  });

  test("about something deleted say what was deleted", async () => {
    const [owner, author] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(owner.userId);
    const gone = await given.artwork(owner.userId);
    const kept = await given.comment(artworkId, author.userId);
    const deleted = await given.comment(artworkId, author.userId);
    const replied = await reply(author.userId, artworkId, kept.commentId);
    await given.comment(gone.artworkId, author.userId);
    await given.review(artworkId, author.userId);
    await follow();
    const states = async () => (await listNotifications(owner.userId)).map((item) => [item.type, item.deleted ?? null]);
    expect(await states()).toEqual([
      ["review", null],
      ["order", null],
      ["comment", null],
      ["comment", null],
      ["comment", null],
      ["comment", null],
    ]);
    await remove(author.userId, artworkId, deleted.commentId);
    await remove(author.userId, artworkId, replied.body.commentId);
    await api.call(deleteReview, { as: author.userId, params: { artworkId } });
    await api.call(deleteArtwork, { as: owner.userId, params: { artworkId: gone.artworkId } });
    expect(await states()).toEqual([
      ["review", "review"],
      ["order", null],
      ["comment", "artwork"],
      ["comment", "comment"],
      ["comment", "comment"],
      ["comment", null],
    ]);
  });

  test("of a reply on artwork that was hidden since say that it is deleted to all but its owner", async () => {
    const [owner, author] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(owner.userId);
    const { commentId } = await given.comment(artworkId, author.userId);
    await reply(owner.userId, artworkId, commentId);
    await follow();
    expect((await listNotifications(author.userId))[0]).not.toHaveProperty("deleted");
    await api.call(updateArtwork, {
      as: owner.userId,
      params: { artworkId },
      body: { artworkVisibility: "invisible" },
    });
    expect((await listNotifications(author.userId))[0]?.deleted).toBe("artwork");
    expect((await listNotifications(owner.userId))[0]).not.toHaveProperty("deleted");
  });
});

describe("the comments of an artwork with many authors", () => {
  test("are listed even if a page has more authors than one batch read takes", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const { newId, table } = api.services;
    const put = async (parent: string | null, count?: number) => {
      const commentId = newId();
      const item = {
        artworkId,
        place: buildCommentSortKey({ commentId, parent }),
        authorId: newId(),
        content: "Fine.",
        replies: count,
      };
      await table.send(CommentEntity.build(PutItemCommand).item(item));
      return commentId;
    };
    const { repliesShown } = LIMITS.comment;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const parent = await put(null, repliesShown);
        await Promise.all(Array.from({ length: repliesShown }, () => put(parent)));
      }),
    );
    const { status, body } = await list(artworkId);
    expect([status, body.items.length, body.items[0]?.replies?.items.length]).toEqual([200, 20, repliesShown]);
  });

  test("never have a newer revision than their content", async () => {
    const { artworkId } = await thread();
    const before = await getRevision(artworkId);
    const { table } = api.services;
    let isWritten = false;
    const send: typeof table.send = async (command) => {
      const answer = await table.send(command);
      // Somebody writes between the first read and the next.
      if (!isWritten) {
        isWritten = true;
        await given.comment(artworkId, other.userId);
      }
      return answer;
    };
    const { body } = await api.call(listComments, { params: { artworkId } }, { table: { ...table, send } });
    expect(body.revision).toBe(before);
    expect(body.items).toHaveLength(2);
  });

  test("are edited at most as often as new ones can be written", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const person = await given.user();
    const { commentId } = await given.comment(artworkId, person.userId);
    const statuses = [];
    for (let at = 0; at < LIMITS.comment.perWindow; at++) {
      statuses.push((await edit(person.userId, artworkId, commentId, `Fine, ${at}.`)).status);
    }
    expect([new Set(statuses.slice(0, -1)), statuses.at(-1)]).toEqual([new Set([200]), 429]);
  });
});
