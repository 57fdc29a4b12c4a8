import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, paginateScan, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { beforeAll, expect, test } from "vitest";
import { correctCounter } from "#bin/recount/correct-counter.ts";
import { readCounters } from "#bin/recount/count-items.ts";
import { countersOf, type Item } from "#bin/recount/counters.ts";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { FavoriteEntity } from "#lambdas/areas/favorites/favorite.entity.ts";
import { uncountFavorites } from "#lambdas/areas/favorites/uncount-favorites.ts";
import { FavoriteDayEntity } from "#lambdas/areas/favorites/weekly.entity.ts";
import { DiscountUseEntity } from "#lambdas/areas/purchases/order/discount.entity.ts";
import { createDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { TotpEntity } from "#lambdas/areas/second-factor/factors.entity.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { deleteComment, writeComment } from "#shared/contract/community.ts";
import { addFavorite, removeFavorite } from "#shared/contract/favorites.ts";
import { followArtist, unfollowArtist } from "#shared/contract/follows.ts";
import { startShop } from "#test/support/purchasing.ts";
import type { Api } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const recount = (...words: readonly string[]) => run(PROJECT, "bin/ops.ts", "recount", ...words, ...ON_STAGE);

let api: Api;
let artist: { userId: string; name: string };
let fan: { userId: string };
let buyer: { userId: string };
let artworkId: string;
let discountId: string;

const table = () => process.env.TABLE_NAME ?? "";

async function spoil(pk: string, sk: string, attribute: string, value: number) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  await client.send(
    new UpdateCommand({
      TableName: table(),
      Key: { pk, sk },
      UpdateExpression: "SET #n = :v",
      ExpressionAttributeNames: { "#n": attribute },
      ExpressionAttributeValues: { ":v": value },
    }),
  );
}

const differences = () => readCounters(table());

/** Every counter of the table, by the names that people call them. */
async function countersNow() {
  const found: { pk: string; sk: string; attribute: string; name: string; value: number }[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table(), ConsistentRead: true })) {
    for (const item of Items as Item[]) {
      const { pk, sk } = item;
      for (const [attribute, name] of Object.entries(countersOf(item, new Date()))) {
        found.push({ pk, sk, attribute, name, value: Number(item[attribute] ?? 0) });
      }
    }
  }
  return found;
}

beforeAll(async () => {
  const started = await startShop();
  const { given, shop } = started;
  ({ api } = started);
  await startStage();
  artist = await given.user();
  fan = await given.user();
  const other = await given.user();
  artworkId = (await given.artwork(artist.userId, {})).artworkId;
  await given.artwork(artist.userId, { artworkVisibility: "invisible" });
  for (const as of [fan.userId, other.userId]) await api.call(addFavorite, { as, params: { artworkId } });
  await api.call(removeFavorite, { as: other.userId, params: { artworkId } });
  const follow = { params: { username: artist.name }, body: {} };
  for (const as of [fan.userId, other.userId]) await api.call(followArtist, { as, ...follow });
  await api.call(unfollowArtist, { as: other.userId, params: { username: artist.name } });
  const { commentId } = await given.comment(artworkId, fan.userId);
  const body = { commentContent: "Thank you!", commentParent: commentId };
  const reply = await api.call(writeComment, { as: artist.userId, params: { artworkId }, body });
  expect(reply.status).toBe(201);
  await given.comment(artworkId, other.userId);
  await api.call(deleteComment, { as: fan.userId, params: { artworkId, commentId } });
  await given.review(artworkId, fan.userId, 4);
  await given.collection(fan.userId, [artworkId]);

  // A use of a discount by an order, one by an open payment, one that was refunded; and a dispute.
  discountId = api.services.newId();
  const window = { from: Math.floor(Date.now() / 1000) - 60, perUser: 9 };
  await createDiscount(api.services.table, { discountId, code: "DUSK", percent: 20, ...window });
  const bought = await shop.sold({ discountId });
  const { seller: _, ...others } = await shop.offer();
  await shop.begin(others, bought.buyer.userId, { discountId });
  const refunded = await shop.sold({ discountId });
  expect((await shop.refund(refunded.order.orderId, refunded.seller.userId)).status).toBe(200);
  await shop.deliver();
  api.stripe.disputeCharge(bought.chargeId);
  await shop.deliver();
  expect(await bought.statusNow()).toBe("disputed");
  buyer = bought.buyer;

  const app = { userId: fan.userId, encrypted: "sealed", lastStep: 1, created: new Date().toISOString() };
  await api.services.table.send(TotpEntity.build(PutItemCommand).item(app));
  await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId: fan.userId, factors: $add(1) }));
  await api.follow();
});

test("finds no difference in what people do", async () => {
  expect(await differences()).toEqual([]);
  expect(await recount()).toMatchObject({ code: 0, output: expect.stringContaining("Every counter is right.") });
});

test("prints what differs, and corrects it only when it is told to", async () => {
  await spoil(`A#${artworkId}`, "A", "f", 70);
  await spoil(`U#${artist.userId}`, "U", "fo", 0);
  const said = await recount();
  expect(said.code).toBe(1);
  expect(said.output).toContain(`A#${artworkId} A: favourites 70, there are 1`);
  expect(said.output).toContain(`U#${artist.userId} U: followers 0, there are 1`);
  expect(said.output).toContain("2 counters differ, 2 are left.");
  expect(await recount("--write", "--dry-run")).toMatchObject({ code: 1 });
  expect((await findArtwork(api.services.table, artworkId))?.favorites).toBe(70);

  expect(await recount("--write")).toMatchObject({ code: 0, output: expect.stringContaining("0 are left.") });
  const corrected = await findArtwork(api.services.table, artworkId);
  expect([corrected?.favorites, corrected?.popularRank]).toEqual([1, `0000000001#${artworkId}`]);
  expect((await findUser(api.services.table, artist.userId))?.followers).toBe(1);
  expect(await differences()).toEqual([]);
});

test("mends every counter of the table, whatever it says", async () => {
  const before = await countersNow();
  expect(new Set(before.flatMap(({ name, value }) => (value > 0 ? [name] : [])))).toEqual(
    new Set([
      ...["favourites", "collections", "followers", "followed artists", "visible artworks", "stars", "reviews"],
      ...["disputes", "second factors", "comments", "replies", "licences", "favourites of the day", "uses"],
      ...["uses by one person", "unread notifications"],
    ]),
  );
  for (const { pk, sk, attribute, value } of before) await spoil(pk, sk, attribute, value + 7);
  expect(await recount("--write")).toMatchObject({ code: 0, output: expect.stringContaining(" 0 are left.") });
  expect(await countersNow()).toEqual(before);
});

test("makes a count anew that is gone, with its end", async () => {
  const { table: open } = api.services;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const today = String(Math.floor(Date.now() / 86_400_000));
  const day = async () =>
    (await open.send(FavoriteDayEntity.build(GetItemCommand).key({ artworkId, day: today }))).Item;
  const key = { discountId, userId: buyer.userId };
  const uses = async () => (await open.send(DiscountUseEntity.build(GetItemCommand).key(key))).Item;
  const before = [await day(), await uses()];
  expect(before).toEqual([expect.objectContaining({ count: 1 }), { ...key, count: 2 }]);
  for (const [pk, sk] of [
    [`A#${artworkId}`, `W#${today}`],
    [`D#${discountId}`, `U#${buyer.userId}`],
  ]) {
    await client.send(new DeleteCommand({ TableName: table(), Key: { pk, sk } }));
  }
  expect(await recount("--write")).toMatchObject({ code: 0, output: expect.stringContaining("2 counters differ, 0") });
  expect([await day(), await uses()]).toEqual(before);
});

test("counts a favourite on the day on which it does, though it was taken back and added again, and a blocked account's on none", async () => {
  const { table: open } = api.services;
  const params = { artworkId };
  const former = { userId: fan.userId, artworkId, day: Math.floor(Date.now() / 86_400_000) - 3 };
  expect((await api.call(removeFavorite, { as: fan.userId, params })).status).toBe(204);
  await open.send(FavoriteEntity.build(UpdateItemCommand).item(former));
  expect((await api.call(addFavorite, { as: fan.userId, params })).status).toBe(204);
  expect(await differences()).toEqual([]);
  expect(await uncountFavorites(open, fan.userId, new Date(), 10)).toBe(1);
  expect(await differences()).toEqual([]);
});

test("leaves a counter alone that changed since it was read", async () => {
  await spoil(`U#${artist.userId}`, "U", "fo", 9);
  const [counter] = await differences();
  if (!counter) throw new Error("The counter differs");
  await spoil(`U#${artist.userId}`, "U", "fo", 10);
  expect(await correctCounter(table(), counter)).toBe(false);
  expect((await findUser(api.services.table, artist.userId))?.followers).toBe(10);
  await spoil(`U#${artist.userId}`, "U", "fo", 1);
});
