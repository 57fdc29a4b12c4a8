import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-toolbox/table";
import { SEARCH_TABLE } from "../table/indexes.ts";
import { retryThrottled } from "../table/retry-throttled.ts";

/** The index of what can be searched for: derived from the marketplace's table and can be rebuilt from it. */
export const SearchTable = new Table({
  partitionKey: { name: SEARCH_TABLE.partitionKey, type: "string" },
  sortKey: { name: SEARCH_TABLE.sortKey, type: "string" },
});

interface Command<T> {
  send(): Promise<T>;
}

/** Read access to the index. */
export interface OpenIndex {
  read<T>(command: Command<T>): Promise<T>;
}

/** Write access to it. */
export interface OpenIndexing {
  write<T>(command: Command<T>): Promise<T>;
}

/**
 * Opens the index that the environment names; one process serves one. A conflict with a transaction isn't tried again by
 * the client: each writer takes it for a lost race, and reads anew.
 */
export function openIndex({ SEARCH_TABLE_NAME }: { readonly SEARCH_TABLE_NAME: string }): OpenIndex {
  SearchTable.tableName = SEARCH_TABLE_NAME;
  SearchTable.documentClient = DynamoDBDocumentClient.from(retryThrottled(new DynamoDBClient({})), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return { read: (command) => command.send() };
}

export const openIndexing = (): OpenIndexing => ({ write: (command) => command.send() });
