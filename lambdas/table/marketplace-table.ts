import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-toolbox/table";
import { TABLE } from "./indexes.ts";

const [newest, ranked, byOwner, shownByOwner] = TABLE.indexes;

const key = <const N extends string>(name: N) => ({ name, type: "string" }) as const;

/** The one table. It has no client until it is opened. */
export const MarketplaceTable = new Table({
  partitionKey: key(TABLE.partitionKey),
  sortKey: key(TABLE.sortKey),
  indexes: {
    [newest.name]: { type: "global", partitionKey: key(newest.partitionKey), sortKey: key(newest.sortKey) },
    [ranked.name]: { type: "global", partitionKey: key(ranked.partitionKey), sortKey: key(ranked.sortKey) },
    [byOwner.name]: { type: "global", partitionKey: key(byOwner.partitionKey), sortKey: key(byOwner.sortKey) },
    [shownByOwner.name]: {
      type: "global",
      partitionKey: key(shownByOwner.partitionKey),
      sortKey: key(shownByOwner.sortKey),
    },
  },
});

interface Command<T> {
  send(): Promise<T>;
}

/** Access to the table: a function without the permission can't send a command. */
export interface OpenTable {
  send<T>(command: Command<T>): Promise<T>;
}

/** Opens the table that the environment names; one process serves one table. */
export function openTable({ TABLE_NAME }: { readonly TABLE_NAME: string }): OpenTable {
  MarketplaceTable.tableName = TABLE_NAME;
  MarketplaceTable.documentClient = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return { send: (command) => command.send() };
}
