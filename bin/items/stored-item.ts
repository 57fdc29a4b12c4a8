import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { BadCommand } from "../command/bad-command.ts";

/** An item as DynamoDB has it, with the type of each value: no entity reads it. */
export type StoredItem = Readonly<Record<string, AttributeValue>>;

/** A key as logs and messages say it: the partition key, a space, the sort key. */
export function parseItemKey(text: string): StoredItem {
  const [, partition, sort] = /^(\S+) (\S.*)$/.exec(text) ?? [];
  if (!partition || !sort) throw new BadCommand(`--key ${text} isn't a key such as "ARTWORK#<id> ARTWORK".`);
  return { [TABLE.partitionKey]: { S: partition }, [TABLE.sortKey]: { S: sort } };
}

/** The item in a table, as it is at the moment. */
export async function readStored(TableName: string, key: StoredItem): Promise<StoredItem | undefined> {
  const command = new GetItemCommand({ TableName, Key: { ...key }, ConsistentRead: true });
  return (await new DynamoDBClient({}).send(command)).Item;
}

/** Writes an item in the place of what was read there. Throws BadCommand where that changed meanwhile. */
export async function replaceStored(TableName: string, before: StoredItem | undefined, after: StoredItem) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  const condition = names.map((name, at) =>
    before && name in before ? `#${at} = :${at}` : `attribute_not_exists(#${at})`,
  );
  const values = Object.fromEntries(names.flatMap((name, at) => (before?.[name] ? [[`:${at}`, before[name]]] : [])));
  const command = new PutItemCommand({
    TableName,
    Item: { ...after },
    ConditionExpression: condition.join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [`#${at}`, name])),
    ...(before ? { ExpressionAttributeValues: values } : {}),
  });
  await new DynamoDBClient({}).send(command).catch((error) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new BadCommand("The item changed in this very moment: look at it and try again.");
  });
}

/** Signs that a terminal might obey are escapes, so that what is printed can be read in again. */
export const toJson = (value: unknown, indent?: number) =>
  JSON.stringify(value, undefined, indent).replace(/[^\P{C}\n]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
