import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { OrderHoldingEntity } from "#lambdas/areas/purchases/order/order-holding.entity.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { changeReview, deleteReview, listReviews, writeReview } from "#shared/contract/community.ts";
import { readUser } from "#shared/contract/users.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

const write = (as: string, artworkId: string, reviewRating: unknown = 4) =>
  api.call(writeReview, { as, params: { artworkId }, body: { reviewRating } });
const change = (as: string, artworkId: string, reviewRating: unknown) =>
  api.call(changeReview, { as, params: { artworkId }, body: { reviewRating } });
const remove = (as: string, artworkId: string) => api.call(deleteReview, { as, params: { artworkId } });
const list = (artworkId: string, query: Record<string, unknown> = {}) =>
  api.call(listReviews, { params: { artworkId }, query });

/** Creates an artwork, its artist and a buyer with an order. */
async function sold() {
  const [artist, buyer] = [await given.user(), await given.user()];
  const { artworkId } = await given.artwork(artist.userId);
  await given.order(artworkId, buyer.userId);
  return { artist, buyer, artworkId };
}

/** Revokes the buyer's orders, as a refund does. */
const revoke = (artworkId: string, buyerId: string) =>
  api.services.table.send(OrderHoldingEntity.build(UpdateItemCommand).item({ artworkId, buyerId, orders: 0 }));

async function getRatings(artworkId: string, username: string) {
  const page = await api.call(readArtwork, { params: { artworkId } });
  const profile = await api.call(readUser, { params: { username } });
  return [page.body.artwork.rating, profile.body.rating];
}

describe("writing a review", () => {
  test("rates the artwork and its artist", async () => {
    const { artist, buyer, artworkId } = await sold();
    const written = await write(buyer.userId, artworkId, 4);
    expect(written.status).toBe(201);
    expect(written.body).toEqual({
      reviewId: expect.any(String),
      reviewRating: 4,
      author: { id: buyer.userId, name: buyer.name, fullName: "Some Artist", avatar: null },
      created: expect.any(String),
      edited: false,
    });
    const second = await given.user();
    await given.review(artworkId, second.userId, 5);
    expect(await getRatings(artworkId, artist.name)).toEqual([
      { average: 4.5, count: 2 },
      { average: 4.5, count: 2 },
    ]);
    expect((await list(artworkId)).body.items.map(({ author }) => author.name)).toEqual([second.name, buyer.name]);
  });

  test("twice is a conflict, also in concurrent requests", async () => {
    const { artist, buyer, artworkId } = await sold();
    const replies = await Promise.all(Array.from({ length: 10 }, () => write(buyer.userId, artworkId, 3)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status === 409);
    expect([refused.length, refused[0]?.failure.code]).toEqual([9, "review_exists"]);
    expect((await getRatings(artworkId, artist.name))[0]).toEqual({ average: 3, count: 1 });
  });

  test("requires an unrefunded order", async () => {
    const { artist, buyer, artworkId } = await sold();
    const stranger = await given.user();
    const refused = await write(stranger.userId, artworkId);
    expect([refused.status, refused.failure.code]).toEqual([403, "review_needs_order"]);
    expect(refused.failure.message).not.toBe(MESSAGES.forbidden);
    await revoke(artworkId, buyer.userId);
    expect((await write(buyer.userId, artworkId)).failure.code).toBe("review_needs_order");
    expect((await write(artist.userId, artworkId)).failure.code).toBe("review_needs_order");
    expect((await getRatings(artworkId, artist.name))[0]).toEqual({ average: null, count: 0 });
  });

  test.each([
    [undefined, MESSAGES.required],
    ["5", MESSAGES.notPositiveInteger],
    [0, MESSAGES.notPositiveInteger],
    [2.5, MESSAGES.notPositiveInteger],
    [6, MESSAGES.invalid],
  ])("of %o stars is refused", async (reviewRating, message) => {
    const buyer = await given.user();
    const call = { as: buyer.userId, params: { artworkId: api.services.newId() }, body: { reviewRating } };
    const reply = await api.call(writeReview, call);
    expect([reply.status, reply.failure.fields]).toEqual([400, { reviewRating: message }]);
  });

  test("requires a session and visible artwork", async () => {
    const { artist, buyer, artworkId } = await sold();
    expect((await api.call(writeReview, { params: { artworkId }, body: { reviewRating: 5 } })).status).toBe(401);
    expect((await write(buyer.userId, "dunes")).failure.fields).toEqual({ artworkId: MESSAGES.invalidUuid });
    const body = { artworkVisibility: "invisible" };
    await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body });
    expect((await write(buyer.userId, artworkId)).failure.code).toBe("artwork_not_found");
    expect((await list(artworkId)).status).toBe(404);
  });
});

describe("the text of a review", () => {
  const sendReview = (route: typeof writeReview | typeof changeReview, as: string, artworkId: string, body: object) =>
    api.call(route, { as, params: { artworkId }, body: { reviewRating: 4, ...body } });

  test("is shown with its stars, kept by a change without text, and removed by an empty one", async () => {
    const { buyer, artworkId } = await sold();
    const written = await sendReview(writeReview, buyer.userId, artworkId, { reviewContent: " Glows at dusk " });
    expect(written.body).toMatchObject({ reviewContent: "Glows at dusk", edited: false });
    const fewer = await sendReview(changeReview, buyer.userId, artworkId, { reviewRating: 3 });
    expect(fewer.body).toMatchObject({ reviewRating: 3, reviewContent: "Glows at dusk", edited: true });
    expect((await list(artworkId)).body.items).toEqual([fewer.body]);
    const silent = await sendReview(changeReview, buyer.userId, artworkId, { reviewContent: "" });
    expect(silent.body).not.toHaveProperty("reviewContent");
    expect((await list(artworkId)).body.items).toEqual([silent.body]);
  });

  test.each([
    [300, 201],
    [301, 400],
  ])("of %i characters answers %i", async (length, status) => {
    const { buyer, artworkId } = await sold();
    const reply = await sendReview(writeReview, buyer.userId, artworkId, { reviewContent: "x".repeat(length) });
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.failure.fields).toEqual({ reviewContent: formatTooLong(300) });
  });
});

describe("changing a review", () => {
  test("changes both ratings and marks it as edited, unless it is the same", async () => {
    const { artist, buyer, artworkId } = await sold();
    await write(buyer.userId, artworkId, 2);
    expect((await change(buyer.userId, artworkId, 2)).body).toMatchObject({ reviewRating: 2, edited: false });
    const changed = await change(buyer.userId, artworkId, 5);
    expect([changed.status, changed.body]).toMatchObject([200, { reviewRating: 5, edited: true }]);
    expect((await list(artworkId)).body.items).toEqual([changed.body]);
    expect(await getRatings(artworkId, artist.name)).toEqual([
      { average: 5, count: 1 },
      { average: 5, count: 1 },
    ]);
  });

  test("concurrently leaves the ratings equal to the review's", async () => {
    const { artist, buyer, artworkId } = await sold();
    await write(buyer.userId, artworkId, 1);
    const replies = await Promise.all([5, 2, 4, 3, 1, 5].map((stars) => change(buyer.userId, artworkId, stars)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const [review] = (await list(artworkId)).body.items;
    const stored = { ratingSum: review?.reviewRating, ratingCount: 1 };
    expect(await findArtwork(api.services.table, artworkId)).toMatchObject(stored);
    expect(await findUser(api.services.table, artist.userId)).toMatchObject(stored);
  });

  test("requires a review, but no unrefunded order", async () => {
    const { buyer, artworkId } = await sold();
    const none = await change(buyer.userId, artworkId, 5);
    expect([none.status, none.failure.code]).toEqual([404, "review_not_found"]);
    await write(buyer.userId, artworkId, 1);
    await revoke(artworkId, buyer.userId);
    expect(await change(buyer.userId, artworkId, 5)).toMatchObject({ status: 200, body: { reviewRating: 5 } });
    expect((await change(buyer.userId, artworkId, 9)).failure.fields).toEqual({ reviewRating: MESSAGES.invalid });
    expect((await api.call(changeReview, { params: { artworkId }, body: { reviewRating: 5 } })).status).toBe(401);
  });
});

describe("deleting a review", () => {
  test("subtracts its stars once, and allows another review", async () => {
    const { artist, buyer, artworkId } = await sold();
    await write(buyer.userId, artworkId, 2);
    const replies = await Promise.all(Array.from({ length: 5 }, () => remove(buyer.userId, artworkId)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(await getRatings(artworkId, artist.name)).toEqual([
      { average: null, count: 0 },
      { average: null, count: 0 },
    ]);
    expect((await write(buyer.userId, artworkId, 4)).status).toBe(201);
    expect((await getRatings(artworkId, artist.name))[1]).toEqual({ average: 4, count: 1 });
  });

  test("is possible after a refund and after the artwork's deletion, and requires a session", async () => {
    const { artist, buyer, artworkId } = await sold();
    await write(buyer.userId, artworkId, 1);
    expect((await api.call(deleteReview, { params: { artworkId } })).status).toBe(401);
    await revoke(artworkId, buyer.userId);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    expect((await remove(buyer.userId, artworkId)).status).toBe(204);
    expect((await findUser(api.services.table, artist.userId))?.ratingCount).toBe(0);
    expect((await remove(buyer.userId, api.services.newId())).failure.code).toBe("review_not_found");
  });

  test("concurrently with changes leaves the ratings correct", async () => {
    const { artist, buyer, artworkId } = await sold();
    for (let round = 0; round < 4; round++) {
      await write(buyer.userId, artworkId, 3);
      await Promise.all([
        change(buyer.userId, artworkId, 5),
        remove(buyer.userId, artworkId),
        change(buyer.userId, artworkId, 1),
      ]);
    }
    expect((await list(artworkId)).body.items).toEqual([]);
    const nothing = { ratingSum: 0, ratingCount: 0 };
    expect(await findArtwork(api.services.table, artworkId)).toMatchObject(nothing);
    expect(await findUser(api.services.table, artist.userId)).toMatchObject(nothing);
  });
});

describe("the list of reviews", () => {
  test("is newest first, page by page", async () => {
    const { artworkId } = await sold();
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) {
      ids.unshift((await given.review(artworkId, (await given.user()).userId, at + 1)).reviewId);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(artworkId, { limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.body.items.map(({ reviewId }): string => reviewId));
      cursor = page.body.hasMore ? page.body.cursor : null;
    } while (cursor);
    expect(seen).toEqual(ids);
    expect((await list(artworkId, { cursor: "first" })).failure.fields).toEqual({ cursor: MESSAGES.invalidUuid });
  });

  test("shows a signed-in user their own review and whether they may write one", async () => {
    const { artworkId } = await sold();
    const buyer = await given.member();
    const ask = async () => (await api.call(listReviews, { params: { artworkId }, token: buyer.token })).body;
    expect(await ask()).toMatchObject({ own: null, mayReview: false });
    await given.order(artworkId, buyer.userId);
    expect(await ask()).toMatchObject({ own: null, mayReview: true });
    const { body: own } = await write(buyer.userId, artworkId, 2);
    expect(await ask()).toMatchObject({ own, mayReview: true, items: [own] });
  });

  test("shows a visitor no review of their own", async () => {
    const { buyer, artworkId } = await sold();
    await write(buyer.userId, artworkId);
    expect((await list(artworkId)).body).toMatchObject({ own: null, mayReview: false, items: [{ reviewRating: 4 }] });
  });
});
