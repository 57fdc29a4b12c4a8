import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { discountOf } from "#lambdas/purchases/order/discount.ts";
import { openTable } from "#lambdas/table/marketplace-table.ts";
import { LOCAL_CREDENTIALS } from "#local/services/credentials.ts";
import { createAuditTable, createTable } from "#test/support/create-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { startSts } from "#test/support/start-sts.ts";
import { run } from "./project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const discount = (line: string) => run(PROJECT, "bin/discount.ts", ...line.split(" "));

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await startSts();
});

test("the command makes a discount that lasts to the end of its last day, in the table it is told", async () => {
  const line = "create Autumn-20 --percent 20 --from 2026-11-01 --until 2026-11-30 --total 100 --per-user 2";
  const made = await discount(`${line} --table ${process.env.TABLE_NAME} --audit ${process.env.AUDIT_TABLE_NAME}`);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining("Autumn-20 takes 20 % off") });
  expect(await discountOf(api.services.table, { code: "autumn-20" })).toMatchObject({
    code: "Autumn-20",
    percent: 20,
    from: Date.parse("2026-11-01T00:00:00Z") / 1000,
    until: Date.parse("2026-12-01T00:00:00Z") / 1000,
    total: 100,
    perUser: 2,
    used: 0,
  });
  const again = await discount(`${line} --table ${process.env.TABLE_NAME} --audit ${process.env.AUDIT_TABLE_NAME}`);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("The code Autumn-20 is taken.") });
});

test("without a table it finds the running laptop's by its port, with the laptop's credentials", async () => {
  process.env.AWS_ACCESS_KEY_ID = LOCAL_CREDENTIALS.accessKeyId;
  await createTable("laptop");
  await createAuditTable("laptop-audit");
  const laptop = openTable({ TABLE_NAME: "laptop" });
  process.env.PORT = String(Number(new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? "").port) - 1);
  expect(await discount("create LAPTOP --percent 5")).toMatchObject({ code: 0 });
  const made = await discountOf(laptop, { code: "LAPTOP" });
  expect(made).toMatchObject({ percent: 5, perUser: 1 });
  expect(made?.from).toBeLessThanOrEqual(Date.now() / 1000);
  process.env.PORT = "9";
  const nobody = await discount("create NOBODY --percent 5");
  expect(nobody).toMatchObject({ code: 1, output: expect.stringContaining("run npm start first") });
});

test("a stage's discount needs the stage's audit log", async () => {
  const refused = await discount(`create UNRECORDED --percent 5 --table ${process.env.TABLE_NAME}`);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("name its audit log too, by --audit") });
  expect(await discountOf(api.services.table, { code: "UNRECORDED" })).toBeUndefined();
});

test.each([
  ["create --percent 20", "A code has 1 to 50 characters."],
  [`create ${"X".repeat(51)} --percent 20`, "A code has 1 to 50 characters."],
  ["create X --percent 0", "--percent 0 isn't valid."],
  ["create X --percent 101", "--percent 101 isn't valid."],
  ["create X --percent 20 --until tomorrow", "--until tomorrow isn't a day."],
  ["create X --percent 20 --from 2026-02-30", "--from 2026-02-30 isn't a day."],
  ["create X --percent 20 --from 2026-12-02 --until 2026-12-01", "--until must not be before --from."],
  ["create X --percent 20 --total 1.5", "--total 1.5 isn't valid."],
  ["delete X", "The only command is: create CODE."],
  ["create X --percents 20", "npm run discount -- create CODE"],
])("%s is refused", async (line, reason) => {
  const refused = await discount(line);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  expect(refused.output).not.toMatch(/\n\s+at /);
});
