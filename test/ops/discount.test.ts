import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createDiscount, findDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const discount = (line: string) => run(PROJECT, "bin/ops.ts", "discount", ...line.split(" "), ...ON_STAGE);

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await startStage();
});

test("the command creates a discount once, valid to the end of its last day", async () => {
  const line = "create Autumn-20 --percent 20 --from 2026-11-01 --until 2026-11-30 --total 100 --per-user 2";
  expect((await discount(`${line} --dry-run`)).output).toContain("Dry run: nothing was changed.");
  const made = await discount(line);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining("Autumn-20: 20% off") });
  expect(await findDiscount(api.services.table, { code: "autumn-20" })).toMatchObject({
    code: "Autumn-20",
    percent: 20,
    from: Date.parse("2026-11-01T00:00:00Z") / 1000,
    until: Date.parse("2026-12-01T00:00:00Z") / 1000,
    total: 100,
    perUser: 2,
    used: 0,
  });
  const again = await discount(line);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("The code Autumn-20 already exists.") });
});

test("the command ends a seller's code once, and lists a seller's codes", async () => {
  const { table, newId } = api.services;
  const { userId, name } = await createGiven(api).user({ onboarded: true });
  expect((await discount(`list ${name}`)).output).toContain(`${name} has no codes.`);
  const discountId = newId();
  await createDiscount(table, { discountId, code: "Mine-10", percent: 10, from: 0, perUser: 1, sellerId: userId });
  expect((await discount(`list ${name}`)).output).toContain(`Mine-10\t10%\tpaid by the seller ${userId}\t0 of`);
  expect((await discount("end mine-10 --dry-run")).output).toContain("Dry run: nothing was changed.");
  expect(await discount("end mine-10")).toMatchObject({ code: 0, output: expect.stringContaining("Ended Mine-10") });
  expect((await findDiscount(table, { discountId }))?.until).toBeLessThanOrEqual(Date.now() / 1000);
  expect(await discount("end mine-10")).toMatchObject({
    code: 1,
    output: expect.stringContaining("has already ended."),
  });
});

test.each([
  ["create --percent 20", "A code has 1 to 50 characters."],
  [`create ${"X".repeat(51)} --percent 20`, "A code has 1 to 50 characters."],
  ["create X --percent 0", "--percent 0 isn't valid."],
  ["create X --percent 101", "--percent 101 isn't valid."],
  ["create X --percent 20 --until tomorrow", "--until tomorrow isn't a date (YYYY-MM-DD)."],
  ["create X --percent 20 --from 2026-02-30", "--from 2026-02-30 isn't a date (YYYY-MM-DD)."],
  ["create X --percent 20 --from 2026-12-02 --until 2026-12-01", "--until must not be before --from."],
  ["create X --percent 20 --total 1.5", "--total 1.5 isn't valid."],
  ["delete X", "Expected create CODE, end CODE or list USERNAME."],
  ["end UNKNOWN", "There is no code UNKNOWN."],
  ["list nobody.there", "There is no user nobody.there."],
  ["create X --percents 20", "npm run ops -- help discount"],
])("%s is refused", async (line, reason) => {
  const refused = await discount(line);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  expect(refused.output).not.toMatch(/\n\s+at /);
});
