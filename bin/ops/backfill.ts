import { setTimeout as sleep } from "node:timers/promises";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand, type ScanCommandOutput, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { TABLE } from "#lambdas/table/indexes.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand } from "../command/command.ts";

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

export const command = defineCommand({
  forms: ["--from <attribute> --to <attribute>"],
  says: ["Each page of the table prints where a run that is ended goes on."],
  options: {
    from: { value: "<attribute>", default: "", says: "the key attribute that items have" },
    to: { value: "<attribute>", default: "", says: "that of the new index; items that have it are left alone" },
    prefix: { value: "<text>", says: "only items whose value begins like this" },
    rate: { value: "<n>", default: "100", says: "writes a second" },
    start: { value: "<pk> <sk>", says: "goes on after this item, as an ended run has printed it" },
  },
  async run({ words, values, isDry, stage, record }) {
    const { from, to, prefix, start: pk } = values;
    for (const [name, attribute] of Object.entries({ from, to })) {
      if (!ATTRIBUTE.test(attribute)) throw new BadCommand(`--${name} ${attribute} isn't an attribute of the table.`);
    }
    const keys: readonly string[] = [TABLE.partitionKey, TABLE.sortKey];
    if (from === to || keys.includes(to)) throw new BadCommand(`--to ${to} can't be written.`);
    const rate = Number(values.rate);
    if (!Number.isInteger(rate) || rate < 1) throw new BadCommand(`--rate ${values.rate} isn't valid.`);
    const [sk, ...rest] = words;
    if (rest.length > 0 || (pk === undefined) !== (sk === undefined)) throw new BadCommand("--start takes two keys.");
    const start = pk !== undefined && sk !== undefined ? { pk, sk } : undefined;
    const table = (await stage()).output("TableName");
    await record("index.backfill", to);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    const total = await backfillIndex(client, table, { from, to, prefix, isDry, rate, start });
    console.log(isDry ? `${total} items lack ${to}.` : `Copied ${from} to ${to} in ${total} items.`);
  },
});
