import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { createQueueEndpoint, startInvokeEndpoint } from "ochre-local/services";
import { queueArn } from "ochre-local/template";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { findOpenTakedowns } from "#lambdas/areas/artwork/takedowns.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { INDEX, TABLE } from "#lambdas/platform/table/indexes.ts";
import { search } from "#shared/contract/search.ts";
import { atFileEnd } from "#test/support/file-end.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const ops = (...words: readonly string[]) => run(PROJECT, "bin/ops.ts", ...words, ...ON_STAGE);

type Item = Readonly<Record<string, unknown>>;

let api: Api;
let given: ReturnType<typeof createGiven>;
/** Folders that the edge was asked to invalidate. */
const forgotten: string[] = [];

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  const queue = { name: "invalidations", arn: queueArn("invalidations"), consumer: "invalidate-edge" };
  const rules = { delaySeconds: 0, visibilitySeconds: 30, attempts: 3, reportsItemFailures: true, batchSize: 100 };
  const endpoint = await startInvokeEndpoint({
    functions: () => ({ has: () => false, invoke: () => Promise.reject(new Error("Nothing is invoked here")) }),
    enqueue: () => {},
    log: () => {},
    otherServices: [
      createQueueEndpoint(() => [{ ...queue, ...rules }], {
        add: (_name, event) => void forgotten.push(JSON.stringify(event)),
      }),
    ],
  });
  atFileEnd(() => endpoint.stop());
  process.env.AWS_ENDPOINT_URL_SQS = endpoint.url;
  const bucket = (logicalId: string, physicalId: string) => ({ logicalId, type: "AWS::S3::Bucket", physicalId });
  await startStage({
    resources: [
      bucket("PicturesOriginals1", api.buckets.originals),
      bucket("PicturesPreviews1", api.buckets.previews),
      {
        logicalId: "MediaInvalidations1",
        type: "AWS::SQS::Queue",
        physicalId: `${endpoint.url}/000000000000/invalidations`,
      },
      {
        logicalId: "SigningKey1",
        type: "AWS::SecretsManager::Secret",
        physicalId: process.env.SIGNING_SECRET_ARN ?? "",
      },
    ],
  });
});

const client = () => DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = () => process.env.TABLE_NAME ?? "";
const buildKey = (artworkId: string) =>
  ArtworkEntity.build(EntityParser).parse({ artworkId }, { mode: "key" }).key as Record<string, string>;
const formatKey = (artworkId: string) =>
  `${buildKey(artworkId)[TABLE.partitionKey]} ${buildKey(artworkId)[TABLE.sortKey]}`;
const get = async (artworkId: string) =>
  (await client().send(new GetCommand({ TableName: TableName(), Key: buildKey(artworkId), ConsistentRead: true })))
    .Item ?? {};
const put = (Item: Item) => client().send(new PutCommand({ TableName: TableName(), Item }));

const INDEX_KEYS: readonly string[] = TABLE.indexes.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);
const KEYS = [TABLE.partitionKey, TABLE.sortKey, ...INDEX_KEYS];

const without = (item: Item, isGone: (name: string) => boolean): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !isGone(name)));

/** Invalid states of an artwork that a faulty release or a manual change may cause. */
const WAYS: Readonly<Record<string, (item: Item) => Item>> = {
  "has no card": (item) => without(item, (name) => name === "card"),
  "has nothing but its keys": (item) => without(item, (name) => !KEYS.includes(name)),
};

/** Publishes an artwork and makes its item invalid. */
async function spoil(change: (item: Item) => Item) {
  const { userId } = await given.user();
  const { artworkId } = await given.artwork(userId, { artworkTitle: "Spoilt lighthouse" });
  const artwork = await findArtwork(api.services.table, artworkId);
  const before = await get(artworkId);
  await put(change(before));
  return { userId, artworkId, before, previewKey: artwork?.card.previewKey ?? "" };
}

const isListed = (item: Item) =>
  TABLE.indexes.some(({ name, partitionKey }) => name !== INDEX.byOwner && partitionKey in item);

describe.each(Object.entries(WAYS))("an artwork that %s", (_way, change) => {
  test("can still be blocked and taken down", async () => {
    const { userId, artworkId, previewKey } = await spoil(change);
    expect(await ops("block", "--artwork", artworkId)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Artwork ${artworkId} is blocked.`),
    });
    expect(isListed(await get(artworkId))).toBe(false);
    expect((await findUser(api.services.table, userId))?.shown).toBe(0);
    expect(forgotten.join()).toContain(previewKey);
    const link = `/artwork/${artworkId}`;
    const down = await ops("takedown", "--link", link, "--reason", "A copy", "--reporter", "letter 7");
    expect([down.code, down.output]).toEqual([0, expect.stringContaining("is taken down")]);
    const [takedown] = await findOpenTakedowns(api.services.table, artworkId);
    expect(takedown).toMatchObject({ ownerId: userId, reason: "A copy" });
  });

  test("doesn't prevent the blocking of its owner", async () => {
    const { userId, artworkId } = await spoil(change);
    expect(await ops("block", "--user", userId, "--reason", "Copies", "--rule", "Copyright law")).toMatchObject({
      code: 0,
    });
    expect(isListed(await get(artworkId))).toBe(false);
  });

  test("is reported with its key by commands that need it, without a stack trace", async () => {
    const { userId, artworkId } = await spoil(change);
    const out = join(await mkdtemp(join(inject("temporaryFolder"), "unreadable-")), "export");
    for (const words of [
      ["export-user", "--user", userId, "--out", out],
      ["counter-notice", "--link", `/artwork/${artworkId}`, "--answer", "Mine"],
    ]) {
      const { code, output } = await ops(...words);
      expect([words[0], code, output]).toEqual([
        words[0],
        1,
        expect.stringContaining(`npm run ops -- item show --key "${formatKey(artworkId)}"`),
      ]);
      expect(output).not.toMatch(/^ +at /m);
    }
  });
});

test("an artwork without its MIME type can be marked as mature, and one with nothing but keys is reported", async () => {
  const untyped = await spoil((item) => without(item, (name) => name === "mime"));
  expect(
    await ops("mature", "mark", "--artwork", untyped.artworkId, "--reason", "Nudity", "--rule", "Our terms"),
  ).toMatchObject({ code: 0 });
  await put({ ...(await get(untyped.artworkId)), mime: untyped.before.mime });
  expect((await findArtwork(api.services.table, untyped.artworkId))?.card.flagged).toBe(true);
  const { artworkId } = await spoil((item) => without(item, (name) => !KEYS.includes(name)));
  const { code, output } = await ops(
    "mature",
    "mark",
    "--artwork",
    artworkId,
    "--reason",
    "Nudity",
    "--rule",
    "Our terms",
  );
  expect([code, output]).toEqual([1, expect.stringContaining(`The item ${formatKey(artworkId)} can't be read`)]);
});

test("reindex skips an unreadable item and reports it", async () => {
  const { artworkId, userId } = await spoil((item) => without(item, (name) => name === "card"));
  const other = await given.artwork(userId, { artworkTitle: "Sound windmill" });
  const { code, output } = await ops("reindex");
  expect([code, output]).toEqual([0, expect.stringContaining(`item show --key "${formatKey(artworkId)}"`)]);
  const { body } = await api.call(search, { query: { q: "windmill" } });
  expect(JSON.stringify(body)).toContain(other.artworkId);
});
