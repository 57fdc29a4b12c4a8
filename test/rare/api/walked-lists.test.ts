import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import {
  AnnouncementEntity,
  buildAnnouncementPlace,
  buildAnnouncementsPartition,
} from "#lambdas/areas/announcements/announcement.entity.ts";
import { deliverNotification } from "#lambdas/areas/notifications/deliver-notification.ts";
import {
  buildBoughtDocumentsPartition,
  buildSoldDocumentsPartition,
  DocumentEntity,
} from "#lambdas/areas/purchases/documents/document.entity.ts";
import { areas } from "#shared/contract/areas.ts";
import { inviteMember, writeCollectionComment } from "#shared/contract/collections.ts";
import { writeComment } from "#shared/contract/community.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { followArtist } from "#shared/contract/follows.ts";
import { blockPerson, startThread, writeMessage } from "#shared/contract/messages.ts";
import { latestNotifications } from "#shared/contract/notifications.ts";
import { createDiscountCode } from "#shared/contract/orders.ts";
import { LIMITS } from "#shared/limits.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import type { Route } from "#shared/route.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven, pricedArtwork } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

/** Minimum number of items of each list, and the page size: the last page is neither full nor the first. */
const ITEMS = 7;
const LIMIT = 3;

/** Values of parameters without an enumeration in the contract, and of filters tested with a single value. */
const VALUES: Readonly<Record<string, string>> = {
  q: "dunes",
  license: "free",
  medium: "collage",
  source: "hand",
  tag: "sand",
  priceFrom: "1",
  priceTo: "3000",
  year: "2026",
};

type Query = Readonly<Record<string, string>>;

interface QueryProperty {
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
}

/** The values of a parameter: each one of an enumeration, and the maximum number of a filter's. */
function getValues(name: string, { enum: choices, items }: QueryProperty): readonly string[] {
  const value = VALUES[name] ?? items?.enum?.slice(0, LIMITS.filterValues).join(",");
  if (!choices && !value) throw new Error(`The test has no value of ${name}: add one`);
  return choices ?? [value ?? ""];
}

/** Only artwork lists can be filtered and sorted. */
const isRefused = ({ t, q, sort = "relevance", ...filters }: Query) =>
  t === "users" && (sort !== "relevance" || Object.keys(filters).length > 0);

/** Queries with each required value, alone and with each filter. */
function getQueries(route: Route): Query[] {
  const schema = z.toJSONSchema(route.query as z.ZodType, { unrepresentable: "any" });
  const { required = [], properties = {} } = schema as {
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, QueryProperty>>;
  };
  const parts = Object.entries(properties).filter(([name]) => !["cursor", "limit", "artworkId"].includes(name));
  let orders: Query[] = [{}];
  for (const [name, property] of parts.filter(([part]) => required.includes(part))) {
    orders = orders.flatMap((order) => getValues(name, property).map((value) => ({ ...order, [name]: value })));
  }
  const filters = parts
    .filter(([name]) => !required.includes(name))
    .flatMap(([name, property]) => getValues(name, property).map((value) => ({ [name]: value })));
  return orders
    .flatMap((order) => [order, ...filters.map((filter) => ({ ...order, ...filter }))])
    .filter((query) => !isRefused(query));
}

/** Operators' lists are walked by the tests of their places. */
const lists = Object.values<Readonly<Record<string, Route>>>(areas)
  .flatMap((routes) => Object.values(routes))
  .filter(({ access }) => access !== "operator")
  .filter(({ query }) => query !== undefined && "cursor" in (query as unknown as { shape: object }).shape)
  .map((route) => ({ route, path: route.path }));

let api: Api;
let params: Record<string, string>;
let as: string;

beforeAll(async () => {
  api = await startApi();
  const given = createGiven(api);
  const each = <T>(make: (at: number) => Promise<T>) =>
    Array.from({ length: ITEMS }, (_, at) => at).reduce<Promise<T[]>>(
      async (made, at) => [...(await made), await make(at)],
      Promise.resolve([]),
    );
  const form = (at: number): Partial<ArtworkFormInput> => ({
    artworkTags: at % 2 ? ["sand", "light"] : ["sand"],
    artworkMedium: at % 2 ? "painting" : "collage",
    artworkSource: at % 2 ? "photo" : "hand",
  });
  const user = await given.seller({ fullName: "Dunes Painter", showsFavorites: true });
  as = user.userId;
  const fans = await each(() => given.user({ fullName: "Dunes Walker" }));
  const [artwork] = await each((at) => given.artwork(as, { ...(at % 2 ? pricedArtwork : {}), ...form(at) }));
  const others = await each(async (at) => given.artwork(fans[at]?.userId ?? "", form(at)));
  const { artworkId } = artwork ?? { artworkId: "" };
  const { commentId } = await given.comment(artworkId, as);
  const collections = await each(() =>
    given.collection(
      as,
      others.map((other) => other.artworkId),
    ),
  );
  await each(async (at) => {
    const discount = { discountCode: `DUNES-${at}`, discountPercent: 10 };
    await api.call(createDiscountCode, { as, params: { userId: as }, body: discount });
    const [ofBuyer, ofSeller] = [buildBoughtDocumentsPartition(as, 2026), buildSoldDocumentsPartition(as, 2026)];
    const issued = { number: at + 1, issued: "2026-11-27T10:00:00.000Z", ofBuyer, ofSeller };
    const document = {
      orderId: api.services.newId(),
      nth: "1",
      sellerId: as,
      kind: "receipt",
      amount: 1285,
      ...issued,
    } as const;
    await api.services.table.send(DocumentEntity.build(PutItemCommand).item(document));
    // Stored, because an artist announces twice a week.
    const announcementId = api.services.newId();
    const publishAt = `2026-11-0${at + 1}T10:00:00.000Z`;
    const announcement = {
      announcementId,
      artistId: as,
      title: `Dunes ${at}`,
      text: "New works",
      artworkIds: [],
      publishAt,
      isPublished: true,
      isDelivered: true,
      list: buildAnnouncementsPartition(as),
      place: buildAnnouncementPlace(publishAt, announcementId),
      ofArtist: buildAnnouncementsPartition(as),
    };
    await api.services.table.send(AnnouncementEntity.build(PutItemCommand).item(announcement));
  });
  await each(async (at) => {
    const [fan, other] = [fans[at], others[at]];
    if (!fan || !other) return;
    await given.comment(artworkId, fan.userId);
    await api.call(writeComment, {
      as: fan.userId,
      params: { artworkId },
      body: { commentContent: "So it is", commentParent: commentId },
    });
    await given.review(artworkId, fan.userId);
    await given.order(other.artworkId, as);
    await api.call(addFavorite, { as, params: { artworkId: other.artworkId } });
    await api.call(followArtist, { as, params: { username: fan.name } });
    const ref = api.services.newId();
    await deliverNotification(
      { userId: as, type: "comment", event: ref, ref, artworkId, title: "Dunes", actorId: fan.userId },
      api.services,
    );
  });
  const { threadId } = await each(async (at) => {
    const body = { subject: "artwork", subjectId: artworkId, messageContent: "How large is it?" };
    const { threadId } = (await api.call(startThread, { as: fans[at]?.userId ?? "", body })).body;
    await api.call(writeMessage, { as, params: { threadId }, body: { messageContent: "Two metres." } });
    return { threadId };
  }).then(([first = { threadId: "" }]) => first);
  await each(() => api.call(writeMessage, { as, params: { threadId }, body: { messageContent: "And framed." } }));
  await each(async () => {
    const personId = (await given.user()).userId;
    await api.call(blockPerson, { as, params: { userId: as, personId } });
    const ownerId = (await given.user()).userId;
    const collectionId = await given.collection(ownerId, []);
    await api.call(inviteMember, { as: ownerId, params: { collectionId, username: user.name } });
  });
  await each((at) => {
    const commentContent = `Number ${at}`;
    return api.call(writeCollectionComment, {
      as,
      params: { collectionId: collections[0] ?? "" },
      body: { commentContent },
    });
  });
  params = { threadId, userId: as, username: user.name, artworkId, commentId, collectionId: collections[0] ?? "" };
  await createIndexUpdater(api)();
});

/** The items of a list, read in pages of a size. */
async function walk(route: Route, query: Query, limit: number) {
  const items: string[] = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
    const sent = { ...query, limit, ...(cursor ? { cursor } : {}) };
    const { status, body } = await api.call(route, {
      ...(route.access === "public" ? {} : { as }),
      params,
      query: sent,
    });
    expect([sent, status]).toEqual([sent, 200]);
    const page = body as unknown as { items: readonly object[]; cursor: string | null; hasMore: boolean };
    const found = page.items.map((item) => JSON.stringify(item));
    // Newer items are prepended.
    if (route === latestNotifications) items.unshift(...found);
    else items.push(...found);
    cursor = page.hasMore ? page.cursor : null;
  }
  return items;
}

describe.each(lists)("$path", ({ route }) => {
  test.each(getQueries(route))("with %o returns each item once, in the order of a single page", async (query) => {
    const whole = await walk(route, query, 50);
    expect(new Set(whole).size).toBe(whole.length);
    expect(await walk(route, query, LIMIT)).toEqual(whole);
  });

  test(`holds ${ITEMS} or more items, so that its cursor is used`, async () => {
    const [query = {}] = getQueries(route);
    expect((await walk(route, query, 50)).length).toBeGreaterThanOrEqual(ITEMS);
  });
});
