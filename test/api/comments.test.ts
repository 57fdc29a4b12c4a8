import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { deleteComment, editComment, listComments, writeComment } from "#shared/contract/community.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let artist: { userId: string; name: string };
let fan: { userId: string; name: string };

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  [artist, fan] = [await given.user(), await given.user()];
});

const write = (as: string, artworkId: string, commentContent: unknown = "What light!") =>
  api.call(writeComment, { as, params: { artworkId }, body: { commentContent } });
const list = (artworkId: string, query: Record<string, unknown> = {}) =>
  api.call(listComments, { params: { artworkId }, query });
const edit = (as: string, artworkId: string, commentId: string, commentContent: unknown) =>
  api.call(editComment, { as, params: { artworkId, commentId }, body: { commentContent } });
const remove = (as: string, artworkId: string, commentId: string) =>
  api.call(deleteComment, { as, params: { artworkId, commentId } });
const getCount = async (artworkId: string) =>
  (await api.call(readArtwork, { params: { artworkId } })).body.artwork.comments;
const hide = (artworkId: string) =>
  api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: { artworkVisibility: "invisible" } });
const closeAccount = (userId: string) =>
  api.services.table.send(
    UserEntity.build(UpdateItemCommand).item({ userId, deactivatedAt: new Date().toISOString() }),
  );

describe("writing a comment", () => {
  test("shows it to everyone, trimmed and under its author's name, and counts it", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const written = await write(fan.userId, artworkId, "  What light!  ");
    expect(written.status).toBe(201);
    expect(written.body).toEqual({
      commentId: expect.any(String),
      commentContent: "What light!",
      author: { id: fan.userId, name: fan.name, fullName: "Some Artist", avatar: null },
      created: expect.any(String),
      edited: false,
      parent: null,
    });
    expect((await list(artworkId)).body).toEqual({
      items: [written.body],
      cursor: written.body.commentId,
      hasMore: false,
      revision: 1,
    });
    expect(await getCount(artworkId)).toBe(1);
  });

  test("by twenty users concurrently loses none", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const people = await Promise.all(Array.from({ length: 20 }, () => given.user()));
    const replies = await Promise.all(people.map(({ userId }) => write(userId, artworkId)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect([(await list(artworkId, { limit: 50 })).body.items.length, await getCount(artworkId)]).toEqual([20, 20]);
  });

  test.each([
    [undefined, MESSAGES.required],
    ["", MESSAGES.required],
    ["   ", MESSAGES.required],
    [7, MESSAGES.notString],
    ["x".repeat(LIMITS.comment.max + 1), formatTooLong(LIMITS.comment.max)],
  ])("of %o is refused", async (commentContent, message) => {
    const { artworkId } = await given.artwork(artist.userId);
    const reply = await api.call(writeComment, { as: fan.userId, params: { artworkId }, body: { commentContent } });
    expect([reply.status, reply.failure.fields]).toEqual([400, { commentContent: message }]);
  });

  test("requires a session, a valid id and an artwork that is visible to the author", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const signedOut = await api.call(writeComment, { params: { artworkId }, body: { commentContent: "Hello" } });
    expect(signedOut.status).toBe(401);
    expect((await write(fan.userId, "dunes")).failure.fields).toEqual({ artworkId: MESSAGES.invalidUuid });
    expect((await write(fan.userId, api.services.newId())).failure.code).toBe("artwork_not_found");
    await hide(artworkId);
    expect((await write(fan.userId, artworkId)).status).toBe(404);
    expect((await list(artworkId)).status).toBe(404);
    expect((await write(artist.userId, artworkId)).status).toBe(201);
  });

  test("is refused to a closed account", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const gone = await given.user();
    await closeAccount(gone.userId);
    expect((await write(gone.userId, artworkId)).status).toBe(401);
    expect(await getCount(artworkId)).toBe(0);
  });

  describe("with an Idempotency-Key", () => {
    const writeAs = (key: string, artworkId: string, commentContent = "What light!", as = fan.userId) =>
      api.call(writeComment, {
        as,
        params: { artworkId },
        body: { commentContent },
        headers: { "idempotency-key": key },
      });

    test("again, even ten times concurrently, answers with the existing comment", async () => {
      const { artworkId } = await given.artwork(artist.userId);
      const key = api.services.newId();
      const replies = await Promise.all(Array.from({ length: 10 }, () => writeAs(key, artworkId)));
      replies.push(await writeAs(key, artworkId));
      const [comment] = (await list(artworkId)).body.items;
      for (const { status, body } of replies) expect([status, body]).toEqual([201, comment]);
      expect([(await list(artworkId)).body.items.length, await getCount(artworkId)]).toEqual([1, 1]);
    });

    test("answers with the edited comment, and with 404 once it is deleted", async () => {
      const { artworkId } = await given.artwork(artist.userId);
      const key = api.services.newId();
      const { commentId } = (await writeAs(key, artworkId)).body;
      const edited = await edit(fan.userId, artworkId, commentId, "What a light!");
      expect((await writeAs(key, artworkId)).body).toEqual(edited.body);
      await remove(fan.userId, artworkId, commentId);
      expect((await writeAs(key, artworkId)).failure.code).toBe("comment_not_found");
      expect(await getCount(artworkId)).toBe(0);
    });

    test("creates another comment for another text, artwork, user or key", async () => {
      const [here, there] = [await given.artwork(artist.userId), await given.artwork(artist.userId)];
      const key = api.services.newId();
      await writeAs(key, here.artworkId);
      await writeAs(key, here.artworkId, "Once more");
      await writeAs(key, here.artworkId, "What light!", artist.userId);
      await writeAs(api.services.newId(), here.artworkId);
      await writeAs(key, there.artworkId);
      expect([await getCount(here.artworkId), await getCount(there.artworkId)]).toEqual([4, 1]);
    });

    test("that was refused can be repeated", async () => {
      const { artworkId } = await given.artwork(artist.userId);
      await hide(artworkId);
      const key = api.services.newId();
      expect((await writeAs(key, artworkId)).failure.code).toBe("artwork_not_found");
      await api.call(updateArtwork, {
        as: artist.userId,
        params: { artworkId },
        body: { artworkVisibility: "visible" },
      });
      expect((await writeAs(key, artworkId)).status).toBe(201);
    });
  });

  test("too often is refused until the rate limit resets, also for concurrent requests", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const hasty = await given.user();
    api.startWindow(LIMITS.comment.window);
    const codes: number[] = [];
    for (let at = 0; at < LIMITS.comment.perWindow + 5; at += 13) {
      const replies = await Promise.all(Array.from({ length: 13 }, () => write(hasty.userId, artworkId)));
      codes.push(...replies.map(({ status }) => status));
    }
    expect(codes.filter((status) => status === 201)).toHaveLength(LIMITS.comment.perWindow);
    expect(codes.filter((status) => status === 429)).toHaveLength(codes.length - LIMITS.comment.perWindow);
    expect(await getCount(artworkId)).toBe(LIMITS.comment.perWindow);
    api.travel(LIMITS.comment.window);
    expect((await write(hasty.userId, artworkId)).status).toBe(201);
  });
});

describe("the list of comments", () => {
  test("is newest first, page by page, and continues from the place of a deleted one", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.unshift((await given.comment(artworkId, fan.userId, `No. ${at}`)).commentId);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(artworkId, { limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.body.items.map(({ commentId }): string => commentId));
      cursor = page.body.hasMore ? page.body.cursor : null;
    } while (cursor);
    expect(seen).toEqual(ids);

    await remove(fan.userId, artworkId, ids[1] ?? "");
    const rest = await list(artworkId, { limit: 1, cursor: ids[1] ?? "" });
    expect(rest.body.items.map(({ commentId }) => commentId)).toEqual([ids[2]]);
    expect((await list(artworkId, { cursor: "first" })).failure.fields).toEqual({ cursor: MESSAGES.invalidUuid });
  });

  test("shows the current names of authors, and none once their account is closed", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const author = await given.user();
    await given.comment(artworkId, author.userId);
    const avatarKey = api.services.newId();
    await api.services.table.send(
      UserEntity.build(UpdateItemCommand).item({ userId: author.userId, name: "renamed_artist", avatarKey }),
    );
    const avatar = expect.stringContaining(avatarKey);
    const now = { id: author.userId, name: "renamed_artist", fullName: "Some Artist", avatar };
    expect((await list(artworkId)).body.items[0]?.author).toEqual(now);
    await closeAccount(author.userId);
    expect((await list(artworkId)).body.items[0]?.author).toEqual({
      id: author.userId,
      name: null,
      fullName: "",
      avatar: null,
    });
  });

  test("takes three table calls for several authors", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    for (const { userId } of [artist, fan, await given.user()]) await given.comment(artworkId, userId);
    const { calls, result } = await meter(() => list(artworkId));
    expect(result.body.items).toHaveLength(3);
    expect([...calls].sort()).toEqual(["BatchGetItemCommand", "GetItemCommand", "QueryCommand"]);
  });
});

describe("editing a comment", () => {
  test("changes the text and marks it as edited; the same text does neither", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const { commentId } = await given.comment(artworkId, fan.userId, "What ligth!");
    expect((await edit(fan.userId, artworkId, commentId, "What ligth!")).body.edited).toBe(false);
    const edited = await edit(fan.userId, artworkId, commentId, "What light!");
    expect([edited.status, edited.body]).toMatchObject([200, { commentContent: "What light!", edited: true }]);
    expect((await list(artworkId)).body.items).toEqual([edited.body]);
    expect(await getCount(artworkId)).toBe(1);
  });

  test("is refused to others than its author", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const { commentId } = await given.comment(artworkId, fan.userId);
    for (const { userId } of [artist, await given.user()]) {
      const reply = await edit(userId, artworkId, commentId, "What a mess!");
      expect([reply.status, reply.failure.message]).toEqual([403, "Forbidden"]);
    }
    expect((await list(artworkId)).body.items[0]?.commentContent).toBe("What light!");
  });

  test("of a comment that doesn't exist, here or anywhere, is refused", async () => {
    const [here, there] = [await given.artwork(artist.userId), await given.artwork(artist.userId)];
    const { commentId } = await given.comment(here.artworkId, fan.userId);
    expect((await edit(fan.userId, there.artworkId, commentId, "Hi")).failure.code).toBe("comment_not_found");
    expect((await edit(fan.userId, api.services.newId(), commentId, "Hi")).failure.code).toBe("artwork_not_found");
    const malformed = await edit(fan.userId, here.artworkId, "first", "");
    expect([malformed.status, malformed.failure.fields]).toEqual([400, { commentId: MESSAGES.invalidUuid }]);
    expect((await edit(fan.userId, here.artworkId, commentId, "")).failure.fields).toEqual({
      commentContent: MESSAGES.required,
    });
  });
});

describe("deleting a comment", () => {
  test("is allowed to its author and the artwork's owner", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const [first, second] = [await given.comment(artworkId, fan.userId), await given.comment(artworkId, fan.userId)];
    const stranger = await given.user();
    expect((await remove(stranger.userId, artworkId, first.commentId)).status).toBe(403);
    expect((await remove(fan.userId, artworkId, first.commentId)).status).toBe(204);
    expect((await remove(artist.userId, artworkId, second.commentId)).status).toBe(204);
    expect([(await list(artworkId)).body.items, await getCount(artworkId)]).toEqual([[], 0]);
  });

  test("by ten concurrent requests counts once", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    await given.comment(artworkId, fan.userId);
    const { commentId } = await given.comment(artworkId, fan.userId);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => remove(at % 2 ? fan.userId : artist.userId, artworkId, commentId)),
    );
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(9);
    expect(await getCount(artworkId)).toBe(1);
  });

  test("during an edit leaves no partial item", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    for (let round = 0; round < 5; round++) {
      const { commentId } = await given.comment(artworkId, fan.userId);
      await Promise.all([
        edit(fan.userId, artworkId, commentId, "Changed"),
        remove(fan.userId, artworkId, commentId),
        edit(fan.userId, artworkId, commentId, "Changed again"),
      ]);
    }
    expect([(await list(artworkId)).body.items, await getCount(artworkId)]).toEqual([[], 0]);
  });

  test("of hidden or deleted artwork is allowed to its author only", async () => {
    const { artworkId } = await given.artwork(artist.userId);
    const [first, second] = [await given.comment(artworkId, fan.userId), await given.comment(artworkId, fan.userId)];
    await hide(artworkId);
    const stranger = await given.user();
    expect((await remove(stranger.userId, artworkId, first.commentId)).failure.code).toBe("comment_not_found");
    expect((await remove(fan.userId, artworkId, first.commentId)).status).toBe(204);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    expect((await remove(artist.userId, artworkId, second.commentId)).status).toBe(404);
    expect((await remove(fan.userId, artworkId, second.commentId)).status).toBe(204);
  });
});
