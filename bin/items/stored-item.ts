import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { CommandError } from "../command/command-error.ts";

/** An item as DynamoDB stores it, with types; no entity parses it. */
export type StoredItem = Readonly<Record<string, AttributeValue>>;

/** Parses a key as logs print it: the partition key, a space, the sort key. */
export function parseItemKey(text: string): StoredItem {
  const [, partition, sort] = /^(\S+) (\S.*)$/.exec(text) ?? [];
  if (!partition || !sort) throw new CommandError(`--key ${text} isn't a key such as "ARTWORK#<id> ARTWORK".`);
  return { [TABLE.partitionKey]: { S: partition }, [TABLE.sortKey]: { S: sort } };
}

/** The item in a table, read consistently. */
export async function readStored(TableName: string, key: StoredItem): Promise<StoredItem | undefined> {
  const command = new GetItemCommand({ TableName, Key: { ...key }, ConsistentRead: true });
  return (await new DynamoDBClient({}).send(command)).Item;
}

/** Replaces an item that was read. Throws CommandError if it was changed concurrently. */
export async function replaceStored(TableName: string, before: StoredItem | undefined, after: StoredItem) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  const condition = names.map((name, index) =>
    before && name in before ? `#${index} = :${index}` : `attribute_not_exists(#${index})`,
  );
  const values = Object.fromEntries(
    names.flatMap((name, index) => (before?.[name] ? [[`:${index}`, before[name]]] : [])),
  );
  const command = new PutItemCommand({
    TableName,
    Item: { ...after },
    ConditionExpression: condition.join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#${index}`, name])),
    ...(before ? { ExpressionAttributeValues: values } : {}),
  });
  await new DynamoDBClient({}).send(command).catch((error) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new CommandError("The item was changed concurrently. Check it and try again.");
  });
}

/** Escapes control characters for terminals, so that the output can be parsed again. */
export const toJson = (value: unknown, indent?: number) =>
  JSON.stringify(value, undefined, indent).replace(/[^\P{C}\n]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
