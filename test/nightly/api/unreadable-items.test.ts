import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { answerSearchEngine } from "#lambdas/pages/sitemap.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { writeComment } from "#shared/contract/community.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { followArtist } from "#shared/contract/follows.ts";
import { createDiscountCode } from "#shared/contract/orders.ts";
import type { Route } from "#shared/route.ts";
import { type Account, accountsIn } from "#test/support/accounts.ts";
import type { Sent } from "#test/support/event.ts";
import { givenIn } from "#test/support/given.ts";
import { sampledRoutes } from "#test/support/samples.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

type Item = Readonly<Record<string, unknown>>;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Keys of the table and its indexes: with another type DynamoDB refuses the item. */
const KEYS = ["pk", "sk", "n", "p", "ps", "o", "s", "ttl"];

const kindOf = ({ pk, sk }: Item) => [pk, sk].map((part) => String(part).split("#")[0]).join("/");

const spoil = (item: Item, change: (value: unknown) => unknown): Item =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      if (KEYS.includes(name)) return [[name, value]];
      const changed = change(value);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );

/** Ways in which a bad release or a slip of the hand may leave an item. */
const WAYS: Readonly<Record<string, (item: Item) => Item>> = {
  "lacks every attribute": (item) => spoil(item, () => undefined),
  "has attributes of other types": (item) => spoil(item, (value) => (typeof value === "string" ? 7 : "seven")),
  "has texts that mean nothing": (item) =>
    spoil(item, (value) => (typeof value === "string" ? "no such thing" : value)),
};

/** Counters, tokens and marks, which no list shows. */
const NOT_LISTED = [
  "A/NW",
  "EMAIL/CLAIM",
  "LOOK/CLAIM",
  "NAME/CLAIM",
  "T/T",
  "U/AN",
  "U/B",
  "U/Q",
  "U/SE",
  "U/T",
  "U/UB",
  "U/UP",
];

/** Routes that show several things. */
const LISTS =
  /^(list|search|suggest|previous|latest|readAudience|readCollection|readSelection|readSimilar|readStatistics|readUser)/;

let api: Api;
let subject: Account;
let calls: { readonly name: string; readonly route: Route; readonly sent: Sent }[];
let items: Item[];
let client: DynamoDBDocumentClient;

const putRaw = (Item: Item) =>
  client.send(new PutCommand({ TableName: MarketplaceTable.getName(), Item: { ...Item } }));

async function scan() {
  const found: Item[] = [];
  const pages = paginateScan({ client }, { TableName: MarketplaceTable.getName() });
  for await (const { Items = [] } of pages) found.push(...Items);
  return found;
}

beforeAll(async () => {
  api = await startApi();
  const [given, people] = [givenIn(api), accountsIn(api)];
  client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  subject = await people.signedIn();
  const artist = await given.user();
  const { artworkId } = await given.artwork(artist.userId);
  await api.call(followArtist, { as: subject.userId, params: { username: artist.name } });
  await api.call(addFavorite, { as: subject.userId, params: { artworkId } });
  const world = { api, given, people };
  calls = [];
  for (const { name, route, sample } of sampledRoutes()) {
    if (route.method !== "GET" || !LISTS.test(name)) continue;
    const sent = await sample.of(world, subject);
    calls.push({ name, route, sent: { ...sent, token: subject.token } });
    const own = sent.params?.artworkId;
    if (name === "listComments" && own) {
      const { commentId } = await given.comment(own, artist.userId);
      const body = { commentContent: "And what shade!", parent: commentId };
      await api.call(writeComment, { as: artist.userId, params: { artworkId: own }, body });
      await given.review(own, artist.userId);
    }
  }
  await api.call(createDiscountCode, { ...subject.self, body: { discountCode: "SPRING-26", discountPercent: 20 } });
  for (const { name, sample } of sampledRoutes()) {
    if (["blockPerson", "readNotification", "changeReview"].includes(name)) {
      const sent = await sample.of(world, subject);
      const { route } = sampledRoutes().find((each) => each.name === name) ?? {};
      if (route) await api.call(route, { ...sent, token: subject.token });
    }
  }
  await api.follow();
  const all = await scan();
  // Of each kind one, somebody else's where there is one: what a list has beside what is fine.
  const ownId = `U#${subject.userId}`;
  const sorted = all.toSorted(
    (one, other) => Number(one.pk === ownId && one.sk === "U") - Number(other.pk === ownId && other.sk === "U"),
  );
  items = [...new Map(sorted.toReversed().map((item) => [kindOf(item), item])).values()].filter(
    (item) => !NOT_LISTED.includes(kindOf(item)),
  );
});

/** True if the call names the item: all ids of its key are the caller's or stand in the call. */
const isItsOwnCall = ({ pk, sk }: Item, sent: Sent) => {
  const named = JSON.stringify([sent, subject.userId]);
  return [...`${pk} ${sk}`.matchAll(UUID)].every(([id]) => named.includes(id));
};

/** The calls that answer 500, but for those of an item that is spoilt. */
async function failing(item?: Item) {
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

test("every call of these answers while nothing is spoilt", async () => {
  expect(await failing()).toEqual([]);
});

describe.each(Object.entries(WAYS))("an item that %s", (_way, spoilt) => {
  test("fails its own calls alone", async () => {
    const wrong: string[] = [];
    vi.spyOn(api.services.log, "error").mockReturnValue();
    for (const item of items) {
      await putRaw(spoilt(item));
      for (const { name } of await failing(item)) wrong.push(`${kindOf(item)} ${name}`);
      for (const path of ["/sitemap.xml", `/sitemaps/${new Date().toISOString().slice(0, 7)}.xml`]) {
        await answerSearchEngine(path, api.services).catch(() => wrong.push(`${kindOf(item)} ${path}`));
      }
      await putRaw(item);
    }
    expect(wrong).toEqual([]);
  }, 300_000);
});
