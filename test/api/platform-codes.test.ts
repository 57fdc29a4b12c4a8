import { beforeAll, expect, test } from "vitest";
import { createDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { createPlatformCode, endPlatformCode, listLog, listPlatformCodes } from "#shared/contract/admin.ts";
import { readDiscount } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createGiven, pricedArtwork } from "#test/support/given.ts";
import { createOperators } from "#test/support/operators.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let token: string;
let operatorId: string;
let buyer: string;
let artworkId: string;

beforeAll(async () => {
  api = await startApi();
  ({ token, userId: operatorId } = await createOperators(api, createAccounts(api)).createOperator(["finance"]));
  const given = createGiven(api);
  buyer = (await given.user()).userId;
  ({ artworkId } = await given.artwork((await given.user({ onboarded: true })).userId, pricedArtwork));
});

const create = (body: object) =>
  api.call(createPlatformCode, { token, body: { discountPercent: 10, reason: "Spring", ...body } });

const list = async () => (await api.call(listPlatformCodes, { token, query: {} })).body.items;

const tryCode = async (discountCode: string) => {
  const { body, failure } = await api.call(readDiscount, { as: buyer, body: { discountCode, artworkId } });
  return body.percent ?? failure.code;
};

test("a code is created, used for any artwork, listed and ended, with the reasons in the log", async () => {
  const { status, body } = await create({ discountCode: "SPRING-10", discountTotal: 5 });
  expect([status, body.state, body.discountTotal, body.discountArtwork]).toEqual([201, "active", 5, null]);
  expect(await tryCode("spring-10")).toBe(10);
  expect((await list()).map(({ discountCode, used }) => [discountCode, used])).toEqual([["SPRING-10", 0]]);
  const end = () =>
    api.call(endPlatformCode, { token, params: { discountId: body.discountId }, body: { reason: "It was copied" } });
  expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
  expect((await list())[0]?.state).toBe("ended");
  expect(await tryCode("SPRING-10")).toBe("discount_invalid");
  const { items } = (
    await api.call(listLog, { token, query: { reason: "security", who: operatorId, event: "discount" } })
  ).body;
  expect(items.map(({ event, reason, target }) => [event, reason, target])).toEqual([
    ["discount.end", "It was copied", body.discountId],
    ["discount.end", "It was copied", body.discountId],
    ["discount.create", "Spring", body.discountId],
  ]);
});

test("a code that exists already, and days that are over, are refused at their fields", async () => {
  await create({ discountCode: "TWICE" });
  const again = await create({ discountCode: "twice" });
  expect([again.status, again.failure.fields]).toEqual([409, { discountCode: MESSAGES.discountTaken }]);
  const over = await create({ discountCode: "EARLY", discountUntil: "2020-01-01" });
  expect([over.status, over.failure.fields]).toEqual([400, { discountUntil: MESSAGES.discountOver }]);
  const reversed = await create({ discountCode: "EARLY", discountFrom: "2099-02-02", discountUntil: "2099-02-01" });
  expect(reversed.failure.fields).toEqual({ discountFrom: MESSAGES.startAfterEnd });
});

test("a seller's code is neither listed nor ended here", async () => {
  const discountId = api.services.newId();
  const { userId: sellerId } = await createGiven(api).user();
  await createDiscount(api.services.table, { discountId, code: "MINE", percent: 5, from: 0, perUser: 1, sellerId });
  const { status, failure } = await api.call(endPlatformCode, {
    token,
    params: { discountId },
    body: { reason: "It was copied" },
  });
  expect([status, failure.code]).toEqual([404, "discount_not_found"]);
  expect((await list()).map(({ discountCode }) => discountCode)).not.toContain("MINE");
});
