import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { deliverNotification } from "#lambdas/areas/notifications/deliver-notification.ts";
import { findNotification } from "#lambdas/areas/notifications/find-notifications.ts";
import { NotificationEntity } from "#lambdas/areas/notifications/notification.entity.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { login } from "#shared/contract/auth.ts";
import { deleteReview } from "#shared/contract/community.ts";
import {
  latestNotifications,
  previousNotifications,
  readAllNotifications,
  readNotification,
  unreadNotification,
} from "#shared/contract/notifications.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { PAGE } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Notification } from "#shared/model/community.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { meter, SESSION_CHECK } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let follow: ReturnType<typeof createStreamProcessor>;
let fan: { userId: string; name: string };

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => notify(event, api.services)]);
  fan = await given.user();
});

type Query = Record<string, unknown>;

const previous = (userId: string, query: Query = {}) =>
  api.call(previousNotifications, { as: userId, params: { userId }, query });
const latest = (userId: string, query: Query = {}) =>
  api.call(latestNotifications, { as: userId, params: { userId }, query });
const read = (userId: string, notificationId: string) =>
  api.call(readNotification, { as: userId, params: { userId, notificationId } });
const unread = (userId: string, notificationId: string) =>
  api.call(unreadNotification, { as: userId, params: { userId, notificationId } });
const listIds = (items: readonly Notification[]) => items.map(({ id }): string => id);

/** All notifications of a user, newest first. */
async function everything(userId: string) {
  const items: Notification[] = [];
  let cursor: string | null = null;
  do {
    const page = await previous(userId, { limit: 50, ...(cursor ? { cursor } : {}) });
    items.push(...page.body.items);
    cursor = page.body.hasMore ? page.body.cursor : null;
  } while (cursor);
  return items;
}

/** Delivers a notification to a user. */
const deliver = (userId: string, facts: { event?: string; type?: "comment" | "order" } = {}) => {
  const ref = api.services.newId();
  const about = { ref, artworkId: api.services.newId(), title: "Dunes at noon", actorId: fan.userId };
  return deliverNotification({ userId, event: ref, type: "comment", ...about, ...facts }, api.services);
};

async function deliverTimes(count: number) {
  const { userId } = await given.user();
  for (let at = 0; at < count; at++) await deliver(userId);
  return { userId, items: await everything(userId) };
}

describe("the artwork's owner", () => {
  test("is notified of a comment, an order and a review, with title, link and actor", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    const comment = await given.comment(artworkId, fan.userId);
    const order = await given.order(artworkId, fan.userId);
    const review = await given.review(artworkId, fan.userId);
    await follow();
    const page = await previous(artist.userId);
    const common = {
      id: expect.any(String),
      link: `/artwork/${artworkId}`,
      read: false,
      title: "Dunes at noon",
      actor: { id: fan.userId, name: fan.name, fullName: "Some Artist", avatar: null },
      picture: {
        previews: order.artwork.previews,
        placeholder: order.artwork.placeholder,
        width: order.artwork.width,
        height: order.artwork.height,
        mature: false,
      },
    };
    expect(page.body).toEqual({
      items: [
        { ...common, type: "review", ref: review.reviewId, created: review.created },
        {
          ...common,
          type: "order",
          link: `/orders/${order.orderId}`,
          ref: order.orderId,
          created: order.created,
          licenseType: "personal",
        },
        { ...common, type: "comment", ref: comment.commentId, created: comment.created },
      ],
      cursor: page.body.items[2]?.id,
      hasMore: false,
      count: 3,
    });
  });

  test("is notified of each once, even if the stream repeats it", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    for (let at = 0; at < 3; at++) await given.comment(artworkId, fan.userId);
    await given.review(artworkId, fan.userId);
    await follow({ times: 3 });
    const page = await previous(artist.userId, { limit: 50 });
    expect([page.body.items.length, page.body.count]).toEqual([5, 5]);
  });

  test("isn't notified of their own actions, of a deleted artwork, or after closing the account", async () => {
    const [artist, gone] = [await given.user(), await given.user()];
    const own = await given.artwork(artist.userId);
    await given.comment(own.artworkId, artist.userId);
    const deleted = await given.artwork(artist.userId);
    await given.comment(deleted.artworkId, fan.userId);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: deleted.artworkId } });
    const orphan = await given.artwork(gone.userId);
    await given.comment(orphan.artworkId, fan.userId);
    const closed = { userId: gone.userId, deactivatedAt: new Date().toISOString() };
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item(closed));
    await follow();
    expect((await previous(artist.userId)).body).toMatchObject({ items: [], count: 0 });
    expect((await findUser(api.services.table, gone.userId))?.unread).toBe(0);
  });

  test("isn't notified again of a review that is deleted and written again", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    for (let at = 0; at < 3; at++) {
      await given.review(artworkId, fan.userId);
      await api.call(deleteReview, { as: fan.userId, params: { artworkId } });
    }
    await follow();
    expect((await previous(artist.userId)).body.items.map(({ type }) => type)).toEqual(["review", "order"]);
  });

  test("sees that an actor's account is closed", async () => {
    const [artist, gone] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    await given.comment(artworkId, gone.userId);
    await follow();
    const closed = { userId: gone.userId, deactivatedAt: new Date().toISOString() };
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item(closed));
    expect((await previous(artist.userId)).body.items[0]?.actor).toEqual({
      id: gone.userId,
      name: null,
      fullName: "",
      avatar: null,
    });
  });

  test("has the unread count in the session", async () => {
    const artist = await given.member();
    const { artworkId } = await given.artwork(artist.userId);
    await given.comment(artworkId, fan.userId);
    await follow();
    const session = await api.call(login, { body: artist.credentials });
    expect(session.body.user.notifications).toBe(1);
  });

  test("gets a link to the order for an order", async () => {
    const { userId } = await given.user();
    await deliver(userId, { type: "order" });
    const [item] = await everything(userId);
    expect(item).toMatchObject({ type: "order", link: `/orders/${item?.ref}` });
  });
});

describe("earlier notifications", () => {
  test("come five at a time, newest first, and continue from the place of a deleted one", async () => {
    const { userId, items } = await deliverTimes(7);
    const first = await previous(userId);
    expect(first.body).toMatchObject({ hasMore: true, count: 7 });
    expect(listIds(first.body.items)).toEqual(listIds(items).slice(0, PAGE.notifications));
    const gone = { userId, notificationId: items[4]?.id ?? "" };
    await api.services.table.send(NotificationEntity.build(DeleteItemCommand).key(gone));
    const second = await previous(userId, { cursor: first.body.cursor });
    expect([listIds(second.body.items), second.body.hasMore]).toEqual([listIds(items).slice(5), false]);
  });

  test("take six table calls after the session check, pictures included", async () => {
    const { userId } = await deliverTimes(5);
    expect([...(await meter(() => previous(userId))).calls].sort()).toEqual([
      SESSION_CHECK.call,
      // Actors, artwork, comments and their replies; there are no reviews.
      "BatchGetItemCommand",
      "BatchGetItemCommand",
      "BatchGetItemCommand",
      "BatchGetItemCommand",
      "GetItemCommand",
      "QueryCommand",
    ]);
  });
});

describe("later notifications", () => {
  test("prepended page by page leave no gap", async () => {
    const { userId, items: known } = await deliverTimes(3);
    for (let at = 0; at < 8; at++) await deliver(userId);
    const list = [...listIds(known)];
    let hasMore = true;
    const sizes: number[] = [];
    while (hasMore) {
      const page = await latest(userId, { limit: 3, cursor: list[0] });
      list.unshift(...listIds(page.body.items));
      sizes.push(page.body.items.length);
      expect(page.body).toMatchObject({ cursor: list[0], count: 11 });
      ({ hasMore } = page.body);
    }
    expect(sizes).toEqual([3, 3, 2]);
    expect(list).toEqual(listIds(await everything(userId)));
  });

  test("are none, without a cursor, when there are none", async () => {
    const { userId, items } = await deliverTimes(2);
    const none = { items: [], cursor: null, hasMore: false, count: 2 };
    expect((await latest(userId, { cursor: items[0]?.id })).body).toEqual(none);
  });

  test("are all of them without a cursor", async () => {
    const { userId, items } = await deliverTimes(2);
    expect((await latest(userId)).body.items).toEqual(items);
  });

  test("come after earlier ones, even if the writer's clock is slow", async () => {
    const { userId } = await given.user();
    const ref = api.services.newId();
    const about = { ref, artworkId: api.services.newId(), title: "Dunes at noon", actorId: fan.userId };
    const early = api.services.newId();
    await deliver(userId);
    const before = (await everything(userId))[0]?.id ?? "";
    const behind = { ...api.services, newId: () => early };
    await deliverNotification({ userId, event: ref, type: "comment", ...about }, behind);
    const page = await latest(userId, { cursor: before });
    expect(page.body.items.map((item) => item.ref)).toEqual([ref]);
  });

  test("come after earlier ones, even if another one was written meanwhile", async () => {
    const { userId } = await given.user();
    const ref = api.services.newId();
    const about = { ref, artworkId: api.services.newId(), title: "Dunes at noon", actorId: fan.userId };
    let calls = 0;
    const table: Api["services"]["table"] = {
      send: async (command) => {
        // Between its read and its first write.
        if (++calls === 2) await deliver(userId);
        return api.services.table.send(command);
      },
    };
    await deliverNotification({ userId, event: ref, type: "comment", ...about }, { ...api.services, table });
    expect((await everything(userId)).map((item) => item.ref === ref)).toEqual([true, false]);
  });

  test("written concurrently are all returned, once", async () => {
    const { userId } = await given.user();
    let cursor: string | undefined;
    const seen: string[] = [];
    const readPage = async () => {
      const page = await latest(userId, { limit: 50, ...(cursor ? { cursor } : {}) });
      cursor = page.body.cursor ?? cursor;
      seen.push(...listIds(page.body.items));
    };
    const delivering = Promise.all(Array.from({ length: 12 }, () => deliver(userId)));
    for (let at = 0; at < 10; at++) await readPage();
    await delivering;
    await readPage();
    expect([...seen].sort()).toEqual(listIds(await everything(userId)).sort());
    expect([seen.length, new Set(seen).size]).toEqual([12, 12]);
  });
});

describe("marking notifications", () => {
  test("as read lowers the count once, as unread raises it once", async () => {
    const { userId, items } = await deliverTimes(3);
    const id = items[1]?.id ?? "";
    const state = async () => {
      const { body } = await previous(userId);
      return [body.items.map((item) => item.read), body.count];
    };
    for (let time = 0; time < 2; time++) {
      expect((await read(userId, id)).status).toBe(204);
      expect(await state()).toEqual([[false, true, false], 2]);
    }
    for (let time = 0; time < 2; time++) {
      expect((await unread(userId, id)).status).toBe(204);
      expect(await state()).toEqual([[false, false, false], 3]);
    }
  });

  test("in twenty concurrent requests counts once", async () => {
    const { userId, items } = await deliverTimes(2);
    const replies = await Promise.all(Array.from({ length: 20 }, () => read(userId, items[0]?.id ?? "")));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await previous(userId)).body.count).toBe(1);
  });

  test("all as read leaves none unread, and other users' unchanged", async () => {
    const { userId } = await deliverTimes(53);
    const other = await deliverTimes(1);
    const markAll = () => api.call(readAllNotifications, { as: userId, params: { userId } });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await markAll();
      expect([status, body]).toEqual([200, { count: 0 }]);
    }
    expect(new Set((await everything(userId)).map((item) => item.read))).toEqual(new Set([true]));
    expect((await previous(other.userId)).body.count).toBe(1);
  });

  test("sets an expiry on read ones only", async () => {
    const { userId, items } = await deliverTimes(1);
    const key = { userId, notificationId: items[0]?.id ?? "" };
    const expires = async () => (await findNotification(api.services.table, key))?.expires;
    expect(await expires()).toBeUndefined();
    await read(userId, key.notificationId);
    const now = Math.floor(api.services.now().getTime() / 1000);
    expect((await expires()) ?? 0).toBeGreaterThanOrEqual(now + LIFETIMES.readNotification - 60);
    await unread(userId, key.notificationId);
    expect(await expires()).toBeUndefined();
  });

  test("unknown ones, invalid ids or another user's is refused", async () => {
    const { userId, items } = await deliverTimes(1);
    const id = items[0]?.id ?? "";
    const unknown = await read(userId, api.services.newId());
    expect([unknown.status, unknown.failure.code]).toEqual([404, "notification_not_found"]);
    expect((await unread(userId, "first")).failure.fields).toEqual({ notificationId: MESSAGES.invalidUuid });
    expect((await read(fan.userId, id)).status).toBe(404);
    for (const route of [readNotification, unreadNotification]) {
      expect((await api.call(route, { as: fan.userId, params: { userId, notificationId: id } })).status).toBe(403);
      expect((await api.call(route, { params: { userId, notificationId: id } })).status).toBe(401);
    }
    for (const route of [previousNotifications, latestNotifications]) {
      expect((await api.call(route, { as: fan.userId, params: { userId } })).status).toBe(403);
      expect((await api.call(route, { params: { userId } })).status).toBe(401);
      const malformed = await api.call(route, { as: userId, params: { userId }, query: { cursor: "first" } });
      expect(malformed.failure.fields).toEqual({ cursor: MESSAGES.invalidUuid });
    }
    expect((await previous(userId)).body).toMatchObject({ items: [{ id, read: false }], count: 1 });
  });
});

describe("the unread count", () => {
  test("equals a recount after 64 concurrent writers, while the stream delivers more, twice", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    for (let at = 0; at < 10; at++) await given.comment(artworkId, fan.userId);
    await follow();
    const existing = listIds(await everything(artist.userId));
    const people = await Promise.all(Array.from({ length: 16 }, () => given.user()));

    const commenting = Promise.all(people.map(({ userId }) => given.comment(artworkId, userId)));
    const marking = Array.from({ length: 48 }, (_, at) =>
      (at % 3 === 0 ? unread : read)(artist.userId, existing[(at * 7) % existing.length] ?? ""),
    );
    const replies = await Promise.all(marking);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    await commenting;
    const markingOn = Promise.all(
      Array.from({ length: 48 }, (_, at) =>
        (at % 2 ? unread : read)(artist.userId, existing[at % existing.length] ?? ""),
      ),
    );
    await Promise.all([follow({ times: 2 }), markingOn]);

    const items = await everything(artist.userId);
    expect(items).toHaveLength(26);
    const recount = items.filter((item) => !item.read).length;
    expect((await previous(artist.userId)).body.count).toBe(recount);
    expect((await findUser(api.services.table, artist.userId))?.unread).toBe(recount);
  });

  test("is correct after 64 concurrent notifications and marks of one user", async () => {
    const { userId, items } = await deliverTimes(8);
    await Promise.all(
      Array.from({ length: 64 }, (_, at) => {
        const id = items[at % items.length]?.id ?? "";
        if (at % 8 === 0) return deliver(userId, { event: `same ${at % 16}` });
        return at % 2 ? read(userId, id) : unread(userId, id);
      }),
    );
    const all = await everything(userId);
    expect(all).toHaveLength(8 + 2);
    expect((await previous(userId)).body.count).toBe(all.filter((item) => !item.read).length);
  });
});
