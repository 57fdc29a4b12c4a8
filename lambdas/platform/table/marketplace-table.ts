import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-toolbox/table";
import { TABLE } from "./indexes.ts";
import { retryConflicts, retryThrottled } from "./retries.ts";
import { toUnreadableItem } from "./unreadable.ts";

const key = <const N extends string>(name: N) => ({ name, type: "string" }) as const;

type Index = (typeof TABLE)["indexes"][number];

/** An index in the library's format. */
const toIndex = <I extends Index>({ partitionKey, sortKey }: I) => ({
  type: "global" as const,
  partitionKey: key<I["partitionKey"]>(partitionKey),
  sortKey: key<I["sortKey"]>(sortKey),
});

type Indexes = { readonly [I in Index as I["name"]]: ReturnType<typeof toIndex<I>> };

/** The one table. It has no client until it is opened. */
export const MarketplaceTable = new Table({
  partitionKey: key(TABLE.partitionKey),
  sortKey: key(TABLE.sortKey),
  indexes: Object.fromEntries(TABLE.indexes.map((index) => [index.name, toIndex(index)])) as Indexes,
});

interface Command<T> {
  send(): Promise<T>;
}

/** Access to the table: a function without the permission can't send a command. */
export interface OpenTable {
  send<T>(command: Command<T>): Promise<T>;
}

/** Opens the table that the environment names, once per process. Reading a malformed item throws UnreadableItem. */
export function openTable({ TABLE_NAME }: { readonly TABLE_NAME: string }): OpenTable {
  MarketplaceTable.tableName = TABLE_NAME;
  MarketplaceTable.documentClient = DynamoDBDocumentClient.from(
    retryThrottled(retryConflicts(new DynamoDBClient({}))),
    {
      marshallOptions: { removeUndefinedValues: true },
    },
  );
  return {
    send: (command) =>
      command.send().catch((error) => {
        throw toUnreadableItem(error);
      }),
  };
}
