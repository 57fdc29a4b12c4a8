import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-toolbox/table";
import { SEARCH_TABLE } from "../table/indexes.ts";

/** The index of what can be searched for: made from the marketplace's table and can be made anew from it. */
export const SearchTable = new Table({
  partitionKey: { name: SEARCH_TABLE.partitionKey, type: "string" },
  sortKey: { name: SEARCH_TABLE.sortKey, type: "string" },
});

interface Command<T> {
  send(): Promise<T>;
}

/** The right to look something up in the index. */
export interface OpenIndex {
  look<T>(command: Command<T>): Promise<T>;
}

/** The right to change it. */
export interface OpenIndexing {
  write<T>(command: Command<T>): Promise<T>;
}

/** Opens the index that the environment names; one process serves one. */
export function openIndex({ SEARCH_TABLE_NAME }: { readonly SEARCH_TABLE_NAME: string }): OpenIndex {
  SearchTable.tableName = SEARCH_TABLE_NAME;
  SearchTable.documentClient = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return { look: (command) => command.send() };
}

export const openIndexing = (): OpenIndexing => ({ write: (command) => command.send() });
