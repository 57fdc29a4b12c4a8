import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand, type ScanCommandOutput, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { TABLE } from "#lambdas/table/indexes.ts";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";
import { openOperator } from "./command/operator.ts";
import { findLaptopTable } from "./laptop/find-laptop-table.ts";

const USAGE = `npm run index:backfill -- --from <attribute> --to <attribute> [options]
  --from, --to        the key attribute that items have, and that of the new index; items that have the new one are left alone
  --prefix <text>     only items whose value begins like this
  --dry-run           only counts the items that lack the new attribute
  --rate <n>          writes a second (100)
  --start <pk> <sk>   goes on after this item, as an ended run has printed it
  --table, --audit    a deployed stage's table and audit log, with AWS credentials; without them the running laptop's
PORT=<number>         the laptop's port (3000)`;

const PAGE = 500;
const AT_ONCE = 10;

const ATTRIBUTE = /^[a-z]\w{0,9}$/;

interface Backfill {
  readonly from: string;
  readonly to: string;
  readonly prefix: string | undefined;
  readonly isDry: boolean;
  readonly rate: number;
  readonly start: Key | undefined;
}

interface Key {
  readonly pk: string;
  readonly sk: string;
}

function readCommand(args: string[]): Backfill & { table: string | undefined; audit: string | undefined } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      from: { type: "string", default: "" },
      to: { type: "string", default: "" },
      prefix: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      rate: { type: "string", default: "100" },
      start: { type: "string" },
      table: { type: "string" },
      audit: { type: "string" },
    },
  });
  const { from, to, prefix, table, audit, start: pk } = values;
  for (const [name, attribute] of Object.entries({ from, to })) {
    if (!ATTRIBUTE.test(attribute)) throw new BadCommand(`--${name} ${attribute} isn't an attribute of the table.`);
  }
  const keys: readonly string[] = [TABLE.partitionKey, TABLE.sortKey];
  if (from === to || keys.includes(to)) throw new BadCommand(`--to ${to} can't be written.`);
  const rate = Number(values.rate);
  if (!Number.isInteger(rate) || rate < 1) throw new BadCommand(`--rate ${values.rate} isn't valid.`);
  const [sk, ...rest] = positionals;
  if (rest.length > 0 || (pk === undefined) !== (sk === undefined)) throw new BadCommand("--start takes two keys.");
  const start = pk !== undefined && sk !== undefined ? { pk, sk } : undefined;
  return { from, to, prefix, isDry: values["dry-run"], rate, start, table, audit };
}

/** Items that the new index lacks. */
const lacking = ({ from, to, prefix }: Backfill) => ({
  expression: `attribute_exists(#from) AND attribute_not_exists(#to)${prefix ? " AND begins_with(#from, :prefix)" : ""}`,
  names: { "#from": from, "#to": to },
  values: prefix ? { ExpressionAttributeValues: { ":prefix": prefix } } : {},
});

/** Copies one item's key attribute as it is at that moment; false where the item has gone or has it already. */
async function copy(client: DynamoDBDocumentClient, TableName: string, Key: Key, backfill: Backfill) {
  const { expression: ConditionExpression, names: ExpressionAttributeNames, values } = lacking(backfill);
  const UpdateExpression = "SET #to = #from";
  try {
    const write = { TableName, Key, UpdateExpression, ConditionExpression, ExpressionAttributeNames, ...values };
    await client.send(new UpdateCommand(write));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

async function copyAll(client: DynamoDBDocumentClient, table: string, keys: readonly Key[], backfill: Backfill) {
  let copied = 0;
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const batch = keys.slice(at, at + AT_ONCE);
    const [done] = await Promise.all([
      Promise.all(batch.map((key) => copy(client, table, key, backfill))),
      sleep((1000 * batch.length) / backfill.rate),
    ]);
    copied += done.filter(Boolean).length;
  }
  return copied;
}

/** Walks the whole table once; every page prints where a run that is ended goes on. */
async function backfillIndex(client: DynamoDBDocumentClient, table: string, backfill: Backfill) {
  const { expression: FilterExpression, names, values } = lacking(backfill);
  let place: Key | undefined = backfill.start;
  let total = 0;
  do {
    const page: ScanCommandOutput = await client.send(
      new ScanCommand({
        TableName: table,
        Limit: PAGE,
        ConsistentRead: true,
        ExclusiveStartKey: place,
        FilterExpression,
        ProjectionExpression: "#pk, #sk",
        ExpressionAttributeNames: { ...names, "#pk": TABLE.partitionKey, "#sk": TABLE.sortKey },
        ...values,
      }),
    );
    const keys = (page.Items ?? []) as Key[];
    total += backfill.isDry ? keys.length : await copyAll(client, table, keys, backfill);
    place = page.LastEvaluatedKey as Key | undefined;
    if (place) console.log(`${total} so far, --start '${place.pk}' '${place.sk}'`);
  } while (place);
  return total;
}

try {
  const { table, audit, ...backfill } = readCommand(process.argv.slice(2));
  if (!backfill.isDry) {
    const operator = await openOperator(table, audit);
    await operator.record({ event: "index.backfill", target: backfill.to });
  }
  const name = table ?? (await findLaptopTable());
  const total = await backfillIndex(DynamoDBDocumentClient.from(new DynamoDBClient({})), name, backfill);
  const { from, to, isDry } = backfill;
  console.log(isDry ? `${total} items lack ${to}.` : `Copied ${from} to ${to} in ${total} items.`);
} catch (problem) {
  exitWithUsage(problem, USAGE);
}
