import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { beforeAll, describe, expect, test } from "vitest";
import { DiscountUseEntity } from "#lambdas/areas/purchases/order/discount.entity.ts";
import {
  buildDiscountRelease,
  buildDiscountReservation,
  createDiscount,
  findDiscount,
  isUsable,
  type NewDiscount,
} from "#lambdas/areas/purchases/order/discount.ts";
import { attempt, transact } from "#lambdas/platform/table/transact.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let codes = 0;

beforeAll(async () => {
  api = await startApi();
});

const NOW = new Date("2026-11-21T12:00:00Z");
const seconds = (date: Date) => date.getTime() / 1000;

async function given(facts: Partial<NewDiscount> = {}) {
  const discountId = api.services.newId();
  const code = `SPRING-${++codes}`;
  const made = { discountId, code, percent: 20, from: seconds(NOW), perUser: 1, ...facts };
  expect(await createDiscount(api.services.table, made)).toBe(true);
  const discount = await findDiscount(api.services.table, { discountId });
  if (!discount) throw new Error("The discount isn't there");
  return discount;
}

const reserve = (discount: Awaited<ReturnType<typeof given>>, buyerId: string, now = NOW) =>
  transact(api.services.table, buildDiscountReservation(discount, buyerId, now));
const release = (discountId: string, buyerId: string) =>
  attempt(api.services.table, buildDiscountRelease(discountId, buyerId));
const getUsed = async (discountId: string) => (await findDiscount(api.services.table, { discountId }))?.used;
const usesBy = async (discountId: string, userId: string) =>
  (await api.services.table.send(DiscountUseEntity.build(GetItemCommand).key({ discountId, userId }))).Item?.count;
const countPassed = (outcomes: readonly unknown[]) => outcomes.filter((outcome) => outcome === undefined).length;

describe("a discount's limits", () => {
  test("hold in total when 64 people use it at once", async () => {
    const discount = await given({ total: 10 });
    const people = Array.from({ length: 64 }, () => api.services.newId());
    const outcomes = await Promise.all(people.map((buyerId) => reserve(discount, buyerId)));
    expect([countPassed(outcomes), await getUsed(discount.discountId)]).toEqual([10, 10]);
    const refused = outcomes.filter((outcome) => outcome !== undefined);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["discount_invalid"]));
  });

  test("hold per person when one person uses it 64 times at once", async () => {
    const discount = await given({ perUser: 3 });
    const buyerId = api.services.newId();
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => reserve(discount, buyerId)));
    expect([
      countPassed(outcomes),
      await getUsed(discount.discountId),
      await usesBy(discount.discountId, buyerId),
    ]).toEqual([3, 3, 3]);
  });

  test("no longer count a use that was released", async () => {
    const discount = await given({ total: 1 });
    const [first, second] = [api.services.newId(), api.services.newId()];
    await reserve(discount, first);
    expect((await reserve(discount, second))?.code).toBe("discount_invalid");
    await release(discount.discountId, first);
    expect(await reserve(discount, second)).toBeUndefined();
    expect((await reserve(discount, first))?.code).toBe("discount_invalid");
    expect([await getUsed(discount.discountId), await usesBy(discount.discountId, first)]).toEqual([1, 0]);
  });

  test("are absent if none was set", async () => {
    const discount = await given();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => reserve(discount, api.services.newId())));
    expect([countPassed(outcomes), await getUsed(discount.discountId)]).toEqual([20, 20]);
  });
});

describe("a discount's window", () => {
  const [from, until] = [new Date("2026-11-01T00:00:00Z"), new Date("2026-12-01T00:00:00Z")];

  test.each([
    ["before it begins", "2026-10-31T23:59:59Z", false],
    ["from its first second on", "2026-11-01T00:00:00Z", true],
    ["in its last second", "2026-11-30T23:59:59Z", true],
    ["once it has ended", "2026-12-01T00:00:00Z", false],
  ])("%s", async (_when, at, good) => {
    const discount = await given({ from: seconds(from), until: seconds(until) });
    const buyerId = api.services.newId();
    expect(await isUsable(api.services.table, discount, buyerId, new Date(at))).toBe(good);
    expect((await reserve(discount, buyerId, new Date(at)))?.code).toBe(good ? undefined : "discount_invalid");
  });
});

describe("a discount's availability depends", () => {
  test("on what is left of it and of the buyer's share", async () => {
    const discount = await given({ total: 2 });
    const [first, second, third] = [api.services.newId(), api.services.newId(), api.services.newId()];
    const usable = async (buyerId: string) => {
      const now = await findDiscount(api.services.table, { discountId: discount.discountId });
      return now && (await isUsable(api.services.table, now, buyerId, NOW));
    };
    expect(await usable(first)).toBe(true);
    await reserve(discount, first);
    expect([await usable(first), await usable(second)]).toEqual([false, true]);
    await reserve(discount, second);
    expect(await usable(third)).toBe(false);
  });
});

describe("a code", () => {
  test("finds its discount in any spelling", async () => {
    const { discountId } = await given({ code: "Größer-10" });
    for (const code of ["GRÖSSER-10", "größer-10", "  Größer-10 "]) {
      expect((await findDiscount(api.services.table, { code }))?.discountId, code).toBe(discountId);
    }
    expect(await findDiscount(api.services.table, { code: "Größer" })).toBeUndefined();
  });

  test("is assigned to one discount only, even concurrently", async () => {
    const made = { percent: 10, from: 0, perUser: 1 };
    const outcomes = await Promise.all(
      ["ONCE", "once", "Once"].map((code) =>
        createDiscount(api.services.table, { ...made, code, discountId: api.services.newId() }),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });
});
