import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { beforeAll, describe, expect, test } from "vitest";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { buildCommentSortKey, CommentEntity } from "#lambdas/areas/community/comment.entity.ts";
import { queryAllOrders } from "#lambdas/areas/purchases/order/find-orders.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { readArtwork } from "#shared/contract/artwork.ts";
import { listComments } from "#shared/contract/community.ts";
import { createTable } from "#test/support/create-table.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run, runWith } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const RESTORED = "ochre-restored-item-test";
const item = (...words: readonly string[]) => run(PROJECT, "bin/ops.ts", "item", ...words, ...ON_STAGE);
const give = (text: string, ...words: readonly string[]) =>
  runWith(text, PROJECT, "bin/ops.ts", "item", ...words, ...ON_STAGE);

type Item = Readonly<Record<string, unknown>>;

let api: Api;
let given: ReturnType<typeof createGiven>;
let artist: Awaited<ReturnType<typeof given.user>>;
let artworkId: string;

beforeAll(async () => {
  api = await startApi();
  await startStage();
  await createTable(RESTORED);
  given = createGiven(api);
  artist = await given.user();
  ({ artworkId } = await given.artwork(artist.userId, { artworkTitle: "Lighthouse \u202e and \u{e0041} beyond" }));
});

const client = () => DynamoDBDocumentClient.from(new DynamoDBClient({}));
const put = (TableName: string, Item: Item) => client().send(new PutCommand({ TableName, Item }));
const get = async (Key: Record<string, string>) =>
  (await client().send(new GetCommand({ TableName: process.env.TABLE_NAME, Key, ConsistentRead: true }))).Item ?? {};
const formatKey = (key: Readonly<Record<string, unknown>>) => `${key[TABLE.partitionKey]} ${key[TABLE.sortKey]}`;
const buildArtworkKey = (id: string = artworkId) =>
  ArtworkEntity.build(EntityParser).parse({ artworkId: id }, { mode: "key" }).key as Record<string, string>;
const status = () =>
  api.call(readArtwork, { params: { artworkId } }).then(
    (reply) => reply.status as number,
    () => 500,
  );

async function withoutTitle() {
  const before = await get(buildArtworkKey());
  const { card: _lost, ...rest } = before;
  await put(process.env.TABLE_NAME ?? "", rest);
  return before;
}

describe("npm run ops -- item hide", () => {
  test("removes an item from a list of the table until it is unhidden", async () => {
    const { commentId } = await given.comment(artworkId, artist.userId, "Hide me");
    const place = buildCommentSortKey({ commentId, parent: null });
    const { key } = CommentEntity.build(EntityParser).parse({ artworkId, place }, { mode: "key" });
    const list = async () => JSON.stringify((await api.call(listComments, { params: { artworkId }, query: {} })).body);
    const before = await get(key as Record<string, string>);
    expect(await item("hide", "--key", formatKey(key), "--dry-run")).toMatchObject({ code: 0 });
    expect(await list()).toContain("Hide me");
    expect(await item("hide", "--key", formatKey(key))).toMatchObject({ code: 0 });
    expect(await list()).not.toContain("Hide me");
    expect((await item("hide", "--key", formatKey(key))).output).toContain("is already hidden.");
    expect(await item("unhide", "--key", formatKey(key))).toMatchObject({ code: 0 });
    expect(await list()).toContain("Hide me");
    expect(await get(key as Record<string, string>)).toEqual(before);
  });

  test("removes an item from a list of an index until it is unhidden", async () => {
    const buyer = await given.user();
    const { orderId } = await given.order(artworkId, buyer.userId);
    const { key } = OrderEntity.build(EntityParser).parse({ orderId }, { mode: "key" });
    const purchases = () => queryAllOrders(api.services.table, { userId: buyer.userId, side: "purchases" });
    expect(await purchases()).toHaveLength(1);
    expect(await item("hide", "--key", formatKey(key))).toMatchObject({ code: 0 });
    expect(await purchases()).toEqual([]);
    expect(await item("unhide", "--key", formatKey(key))).toMatchObject({ code: 0 });
    expect(await purchases()).toHaveLength(1);
  });
});

describe("npm run ops -- item put", () => {
  test("restores only the given attributes from a restored table", async () => {
    const before = await withoutTitle();
    await put(RESTORED, { ...before, decidedSince: "no" });
    const words = ["put", "--key", formatKey(buildArtworkKey()), "--from", RESTORED, "--only", "card"];
    const dry = await item(...words, "--dry-run");
    expect([dry.code, dry.output]).toEqual([0, expect.stringContaining(`card: null → {"M":{`)]);
    expect(await status()).toBe(500);
    expect(await item(...words)).toMatchObject({ code: 0, output: expect.stringContaining("is restored.") });
    expect([await status(), await get(buildArtworkKey())]).toEqual([200, before]);
    expect((await item(...words)).output).toContain("is already in that state.");
    const { output } = await run(PROJECT, "bin/ops.ts", "audit", "--event", "item", ...ON_STAGE);
    expect(output).toMatch(new RegExp(`item\\.put {2}${formatKey(buildArtworkKey())} {2}done`));
  });

  test("restores exactly the state that show printed", async () => {
    const shown = await item("show", "--key", formatKey(buildArtworkKey()));
    expect(shown.code).toBe(0);
    const text = shown.output.slice(shown.output.indexOf("{"));
    const before = await withoutTitle();
    expect(await give(text, "put", "--key", formatKey(buildArtworkKey()))).toMatchObject({ code: 0 });
    expect([await status(), await get(buildArtworkKey())]).toEqual([200, before]);
    const other = await give(text, "put", "--key", formatKey(buildArtworkKey(artist.userId)));
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining("The input isn't the item") });
  });
});

test.each([
  [["show"], "--key is required."],
  [["show", "--key", "A#1"], "isn't a key such as"],
  [["show", "--key", "A#1 A"], "has no item A#1 A."],
  [["hide", "--key", "ARTWORK#1 ARTWORK"], "Use block to hide artwork and accounts"],
  [["lose", "--key", "A#1 A"], "Expected show, hide, unhide or put."],
  [["put", "--key", "A#1 A"], "Pass the item as a JSON object on standard input."],
])("item %j is refused", async (words, reason) => {
  expect(await item(...words)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});
