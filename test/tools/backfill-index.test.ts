import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, test } from "vitest";
import { startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "./project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const backfill = (line: string) => run(PROJECT, "bin/ops.ts", "backfill", ...line.split(" "), ...ON_STAGE);

const COUNT = 25;
const BOUGHT = Array.from({ length: COUNT }, (_, index) => ({ pk: `O#${index}`, sk: "O", o: `OB#${index}` }));
const OTHERS = [
  { pk: "A#1", sk: "A", o: "O#1" },
  { pk: "O#new", sk: "O", o: "OB#new", o2: "written by newer code" },
  { pk: "O#other", sk: "O" },
];

beforeAll(async () => {
  await startApi();
  await startStage();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const puts = [...BOUGHT, ...OTHERS].map((Item) => ({ PutRequest: { Item } }));
  for (let at = 0; at < puts.length; at += 25) {
    const RequestItems = { [process.env.TABLE_NAME ?? ""]: puts.slice(at, at + 25) };
    await client.send(new BatchWriteCommand({ RequestItems }));
  }
});

async function scan() {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { Items = [] } = await client.send(new ScanCommand({ TableName: process.env.TABLE_NAME }));
  return Items as { readonly pk: string; readonly sk: string; readonly o?: string; readonly o2?: string }[];
}

const sorted = <T extends { readonly pk: string }>(all: readonly T[]) =>
  [...all].sort((one, other) => (one.pk < other.pk ? -1 : 1));

const items = async () => sorted(await scan());

test("a dry run counts what lacks the new attribute and writes nothing", async () => {
  const counted = await backfill("--from o --to o2 --prefix OB# --dry-run");
  expect(counted).toMatchObject({ code: 0, output: expect.stringContaining(`${COUNT} items lack o2.`) });
  expect(await items()).toEqual(sorted([...BOUGHT, ...OTHERS]));
});

test("a run goes on after the item where another one ended", async () => {
  const all = await scan();
  const place = all[9];
  const { output } = await backfill(`--from o --to o2 --dry-run --start ${place?.pk} ${place?.sk}`);
  const remaining = all.slice(10).filter(({ o, o2 }) => o && !o2);
  expect(output).toContain(`${remaining.length} items lack o2.`);
});

test("every item gets its value once, and what has one keeps it", async () => {
  const first = await backfill("--from o --to o2 --prefix OB# --rate 1000");
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining(`Copied o to o2 in ${COUNT} items.`) });
  const expected = sorted([...BOUGHT.map((item) => ({ ...item, o2: item.o })), ...OTHERS]);
  expect(await items()).toEqual(expected);
  const again = await backfill("--from o --to o2 --prefix OB#");
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining("Copied o to o2 in 0 items.") });
  expect(await items()).toEqual(expected);
});

test.each([
  ["--from o", "--to  isn't an attribute of the table."],
  ["--from o --to pk", "--to pk can't be written."],
  ["--from o --to o", "--to o can't be written."],
  ["--from o --to o2 --rate 0", "--rate 0 isn't valid."],
  ["--from o --to o2 --start O#1", "--start takes two keys."],
])("%s is refused with one line and the usage", async (line, problem) => {
  const refused = await backfill(line);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(problem);
  expect(refused.output).toContain("npm run ops -- help backfill");
});
