import { globSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { Entity } from "dynamodb-toolbox/entity";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { findCurated, replaceCurated } from "#lambdas/areas/artwork/curated.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { PROCESSORS } from "#lambdas/events/streams/process-table-stream.ts";
import { rankWeek } from "#lambdas/events/streams/rank-week.ts";
import { answerPage } from "#lambdas/pages/answer-page.ts";
import { serveCrawlerFile } from "#lambdas/pages/sitemap.ts";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { describeKey, logUnreadableTo } from "#lambdas/platform/table/unreadable.ts";
import { countSearchMiss } from "#shared/contract/audience.ts";
import { inviteMember, writeCollectionComment } from "#shared/contract/collections.ts";
import { writeComment } from "#shared/contract/community.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { followArtist } from "#shared/contract/follows.ts";
import { announceUpload } from "#shared/contract/media.ts";
import { listUserArtwork, requestExport } from "#shared/contract/users.ts";
import type { Route } from "#shared/route.ts";
import { type Account, createAccounts } from "#test/support/accounts.ts";
import type { Sent } from "#test/support/event.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";
import { actAs } from "#test/support/rights.ts";
import { sampledRoutes } from "#test/support/samples.ts";
import type { Api } from "#test/support/start-api.ts";

const PROJECT = join(import.meta.dirname, "../../..");

type Item = Readonly<Record<string, unknown>>;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Keys of the table and its indexes: with another type DynamoDB refuses the item. */
const KEYS: readonly string[] = [
  TABLE.ttl,
  ...[TABLE, ...TABLE.indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]),
];

/** Every entity of the table, by its name, including new ones. */
async function readEntities() {
  const files = globSync("lambdas/**/*.entity.ts", { cwd: PROJECT });
  const modules = await Promise.all(files.map((file) => import(join(PROJECT, file)) as Promise<object>));
  const entities = modules.flatMap((exported) => Object.values(exported).filter((each) => each instanceof Entity));
  return entities.filter(({ table }) => table === MarketplaceTable);
}

const getKey = ({ [TABLE.partitionKey]: pk, [TABLE.sortKey]: sk }: Item): Item => ({
  [TABLE.partitionKey]: pk,
  [TABLE.sortKey]: sk,
});

const getKeyPrefixes = (item: Item) =>
  Object.values(getKey(item))
    .map((part) => String(part).split("#")[0])
    .join();

const isArtwork = (item: Item, artworkId: string) =>
  isEntityItem(ArtworkEntity, item) && String(item[TABLE.partitionKey]).endsWith(artworkId);

/** True if the item is one of this entity: it can be read as such, and then has that key. */
function isEntityItem(entity: Entity, item: Item) {
  try {
    const formatted = entity.build(EntityFormatter).format(item);
    const { key } = entity.build(EntityParser).parse(formatted as never, { mode: "key" });
    return [TABLE.partitionKey, TABLE.sortKey].every((name) => (key as Item)[name] === item[name]);
  } catch {
    return false;
  }
}

const spoil = (item: Item, change: (value: unknown) => unknown): Item =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      if (KEYS.includes(name)) return [[name, value]];
      const changed = change(value);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );

/** Damage that a faulty release or an operator's mistake may cause. */
const WAYS: Readonly<Record<string, (item: Item) => Item>> = {
  "lacks every attribute": (item) => spoil(item, () => undefined),
  "has attributes of other types": (item) => spoil(item, (value) => (typeof value === "string" ? 7 : "seven")),
  "has texts that mean nothing": (item) =>
    spoil(item, (value) => (typeof value === "string" ? "no such thing" : value)),
};

/** Entities that no list and no page shows but operators' (`test/api/cases.test.ts`): counters, tokens, locks and marks. */
const NOT_LISTED: readonly string[] = [
  ...[
    "announcementTimes",
    "followerNotice",
    "followerNoticeQuota",
    "attempts",
    "case",
    "claim",
    "connection",
    "connectionSlot",
    "discountCode",
    "discountUse",
    "documentSeries",
    "emailChange",
  ],
  ...[
    "emailUndo",
    "endedSession",
    "factorChallenge",
    "factorProof",
    "popularityDay",
    "knownBrowser",
    "leftCustomer",
    "mailedToken",
    "message",
    "offer",
  ],
  ...[
    "notice",
    "passkey",
    "pendingTotp",
    "processedEvent",
    "recoveryCode",
    "replyParent",
    "session",
    "signup",
    "takedown",
  ],
  ...["rotatedToken", "threadSubject", "totp", "uploadedBytes", "userConnection"],
];

/** Samples whose calls create listed items. */
const MAKING = [
  "readAnnouncement",
  "blockPerson",
  "readNotification",
  "changeReview",
  "createDiscountCode",
  "readThread",
];

const TEMPLATE = {
  template: '<html><head><!--head--></head><body><div id="root"><!--body--></div><!--sent--></body></html>',
  plain: '<html><div id="root"></div></html>',
};

/** Routes that show several things. */
const LISTS =
  /^(list|search|suggest|previous|latest|readAudience|readCollection|readSelection|readSimilar|readStatistics|readUser)/;

let api: Api;
let subject: Account;
let calls: { readonly name: string; readonly route: Route; readonly sent: Sent }[];
/** One item of each entity, by the entity's name. */
let items: readonly (readonly [name: string, item: Item])[];
let client: DynamoDBDocumentClient;
/** Rendered pages, and the ids in their URLs. */
let pages: readonly (readonly [path: string, named: readonly string[]])[];
/** Keys of skipped items. */
const logged = new Set<string>();
/** Entities without an item in this test. */
let lacking: string[];

const putRaw = (Item: Item) =>
  client.send(new PutCommand({ TableName: MarketplaceTable.getName(), Item: { ...Item } }));

async function scan() {
  const found: Item[] = [];
  const pages = paginateScan({ client }, { TableName: MarketplaceTable.getName() });
  for await (const { Items = [] } of pages) found.push(...Items);
  return found;
}

beforeAll(async () => {
  const started = await startShop();
  const { given, shop } = started;
  api = started.api;
  const people = createAccounts(api);
  client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  subject = await people.createSignedInAccount();
  const artist = await given.user();
  const { artworkId } = await given.artwork(artist.userId, { artworkTags: ["dusk"] });
  await api.call(followArtist, { as: subject.userId, params: { username: artist.name } });
  await api.call(addFavorite, { as: subject.userId, params: { artworkId } });
  const world = { api, given, people };
  calls = [];
  for (const { name, route, sample } of sampledRoutes()) {
    if (route.method !== "GET" || !LISTS.test(name)) continue;
    const sent = await sample.of(world, subject);
    calls.push({ name, route, sent: { ...sent, token: subject.token } });
    if (name === "listCollectionComments") {
      const body = { commentContent: "Warmer?" };
      await api.call(writeCollectionComment, { ...subject.self, params: sent.params, body });
    }
    const own = sent.params?.artworkId;
    if (name === "listComments" && own) {
      const { commentId } = await given.comment(own, artist.userId);
      const body = { commentContent: "And what shade!", commentParent: commentId };
      await api.call(writeComment, { as: artist.userId, params: { artworkId: own }, body });
      await given.review(own, artist.userId);
    }
  }
  for (const { name, route, sample } of sampledRoutes()) {
    if (!MAKING.includes(name)) continue;
    const { status } = await api.call(route, { ...(await sample.of(world, subject)), token: subject.token });
    expect([name, status < 400]).toEqual([name, true]);
  }
  const { commentId } = await given.comment(artworkId, artist.userId);
  const body = { commentContent: "And what shade!", commentParent: commentId };
  const reply = await api.call(writeComment, { as: artist.userId, params: { artworkId }, body });
  expect(reply.status).toBe(201);
  const collectionId = await given.collection(artist.userId, [artworkId]);
  const params = { collectionId, username: subject.userUsername };
  expect((await api.call(inviteMember, { as: artist.userId, params })).status).toBe(204);
  const offered = await shop.offer();
  await shop.purchase(offered, subject.userId);
  await shop.begin(await shop.offer(), subject.userId);
  await api.call(announceUpload, { ...subject.self, body: { mime: "image/png", bytes: 1000, sha256: "a".repeat(64) } });
  await api.call(requestExport, subject.self);
  await api.call(countSearchMiss, { query: { q: "zeppelin" }, headers: { "user-agent": "Mozilla/5.0 Firefox/140.0" } });
  const { table } = api.services;
  await replaceCurated(table, await findCurated(table, { consistent: true }), [artworkId]);
  await api.processEvents();
  await createStreamProcessor(MarketplaceTable.getName(), [(event) => rankWeek(event, api.services)])();
  pages = [
    ["/", []],
    ["/tag/dusk", []],
    [`/user/${artist.name}`, [artist.userId]],
    [`/artwork/${artworkId}`, [artist.userId, artworkId]],
  ];
  logUnreadableTo({ error: (_text, { key }) => void logged.add(key) });
  const all = await scan();
  // Another user's item if there is one, so that the list also has readable items.
  const isOwnAccount = (item: Item) =>
    String(item[TABLE.partitionKey]).endsWith(subject.userId) && isEntityItem(UserEntity, item);
  const sorted = all.toSorted((one, other) => Number(isOwnAccount(one)) - Number(isOwnAccount(other)));
  const entities = await readEntities();
  items = entities.flatMap((entity) => {
    // An entity may have several forms of keys, as comments and replies do.
    const forms = new Map(
      sorted
        .filter((each) => isEntityItem(entity, each))
        .map((each) => [getKeyPrefixes(each), each] as const)
        .toReversed(),
    );
    return [...forms.values()].map((item) => [entity.entityName, item] as const);
  });
  const made = items.map(([name]) => name);
  lacking = entities.map(({ entityName }) => entityName).filter((name) => !made.includes(name));
});

/** True if the call names the item: all ids of its key are the caller's or stand in the call. */
const isItsOwnCall = (item: Item, sent: Sent) => {
  const { [TABLE.partitionKey]: pk, [TABLE.sortKey]: sk } = item;
  const named = JSON.stringify([sent, subject.userId]);
  return [...`${pk} ${sk}`.matchAll(UUID)].every(([id]) => named.includes(id));
};

/** The calls that answer 500, except those of a damaged item. */
async function listFailingCalls(item?: Item) {
  const statuses = await Promise.all(
    calls
      .filter(({ sent }) => !item || !isItsOwnCall(item, sent))
      .map(async ({ name, route, sent }) => {
        const status = await api.call(route, sent).then(
          (reply) => reply.status,
          () => 500,
        );
        return { name, sent, status };
      }),
  );
  return statuses.filter(({ status }) => status >= 500);
}

test("every entity has an item here, or is declared to be in no list", () => {
  expect(lacking.filter((name) => !NOT_LISTED.includes(name))).toEqual([]);
});

test("every call succeeds while no item is damaged", async () => {
  expect(await listFailingCalls()).toEqual([]);
});

describe.each(Object.entries(WAYS))("an item that %s", (_way, spoilt) => {
  test("fails only its own calls", async () => {
    const wrong: string[] = [];
    let left = 0;
    vi.spyOn(api.services.log, "error").mockReturnValue();
    for (const [kind, item] of items) {
      if (NOT_LISTED.includes(kind)) continue;
      logged.clear();
      await putRaw(spoilt(item));
      for (const { name } of await listFailingCalls(item)) wrong.push(`${kind} ${name}`);
      for (const path of ["/sitemap.xml", `/sitemaps/${new Date().toISOString().slice(0, 7)}.xml`]) {
        await serveCrawlerFile(path, api.services).catch(() => wrong.push(`${kind} ${path}`));
      }
      for (const [path, named] of pages) {
        if (named.some((id) => JSON.stringify(getKey(item)).includes(id))) continue;
        const status = await actAs("pages", () => answerPage({ path, query: "" }, TEMPLATE, api.services)).then(
          ({ statusCode = 500 }) => statusCode,
          () => 500,
        );
        if (status >= 500) wrong.push(`${kind} ${path}`);
      }
      left += logged.size;
      for (const key of logged) if (key !== describeKey(item)) wrong.push(`${kind} is logged as ${key}`);
      await putRaw(item);
    }
    expect([wrong, left > 0]).toEqual([[], true]);
  }, 600_000);
});

describe.each(Object.entries(WAYS))("a record of the stream whose item %s", (_way, spoilt) => {
  const record = (nth: number, before: Item, after: Item): DynamoDBRecord => {
    const [Keys, OldImage, NewImage] = [getKey(after), before, after].map((item) => marshall(item));
    const dynamodb = { Keys, OldImage, NewImage, SequenceNumber: String(nth) };
    return { eventID: `${nth}`, eventName: "MODIFY", dynamodb } as unknown as DynamoDBRecord;
  };

  test("fails alone, and no longer once the item is repaired", async () => {
    vi.spyOn(api.services.log, "error").mockReturnValue();
    const wrong: string[] = [];
    let alone = 0;
    for (const [kind, item] of items) {
      for (const process of PROCESSORS) {
        const hand = (given: DynamoDBRecord) =>
          process({ Records: [given] }, api.services as never).then(
            ({ batchItemFailures }) => batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
            (error) => [String(error)],
          );
        const failed = await hand(record(1, item, spoilt(item)));
        alone += failed.length;
        if (failed.some((id) => id !== "1")) wrong.push(`${kind} ${process.name} ${failed}`);
        const repaired = await hand(record(2, spoilt(item), item));
        if (repaired.length > 0) wrong.push(`${kind} ${process.name} repaired ${repaired}`);
      }
    }
    expect([wrong, alone > 0]).toEqual([[], true]);
  }, 600_000);
});

test("pages of a list continue past unreadable items", async () => {
  const tag = "paged";
  const { userId, name } = await createGiven(api).user();
  const ids: string[] = [];
  for (let nth = 0; nth < 6; nth++) {
    ids.unshift((await createGiven(api).artwork(userId, { artworkTags: [tag] })).artworkId);
  }
  const spoil = WAYS["lacks every attribute"];
  for (const id of [ids[1], ids[2], ids[5]]) {
    const item = (await scan()).find((each) => isArtwork(each, String(id)));
    if (item && spoil) await putRaw(spoil(item));
  }
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 2, ...(cursor ? { cursor } : {}) };
    const { body } = await api.call(listUserArtwork, { params: { username: name }, query });
    found.push(...body.items.map(({ artworkId }) => artworkId));
    if (!body.hasMore) break;
    cursor = String(body.cursor);
  }
  expect(found).toEqual([ids[0], ids[3], ids[4]]);
});
