import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Entity } from "dynamodb-toolbox/entity";
import { binary, item, number } from "dynamodb-toolbox/schema";
import { Table } from "dynamodb-toolbox/table";
import { SEARCH_TABLE } from "../../platform/table/indexes.ts";
import { retryThrottled } from "../../platform/table/retries.ts";

/** The log of changes of the index. */
export const SearchTable = new Table({
  partitionKey: { name: SEARCH_TABLE.partitionKey, type: "string" },
  sortKey: { name: SEARCH_TABLE.sortKey, type: "string" },
});

/** All entries are in one partition, so that one query reads new ones. */
export const LOG = "log";

const DIGITS = 12;
export const buildSortKey = (sequence: number) => String(sequence).padStart(DIGITS, "0");

/** The changes of one sequence number. Numbers are consecutive, and an entry is never overwritten. */
export const EntryEntity = new Entity({
  name: "entry",
  table: SearchTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    sequence: number().key(),
    /** JSON, compressed. */
    changes: binary(),
  }),
  computeKey: ({ sequence }) => ({ pk: LOG, sk: buildSortKey(sequence) }),
});

/** Sets the module's table, so a process can use one log only. */
export function openSearchTable(name: string) {
  SearchTable.tableName = name;
  SearchTable.documentClient = DynamoDBDocumentClient.from(retryThrottled(new DynamoDBClient({})));
}
