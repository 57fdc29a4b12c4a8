import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-toolbox/table";
import { AUDIT_TABLE } from "../table/indexes.ts";

/** The audit log. It has no client until it is opened. */
export const AuditTable = new Table({
  partitionKey: { name: AUDIT_TABLE.partitionKey, type: "string" },
  sortKey: { name: AUDIT_TABLE.sortKey, type: "string" },
});

/** Sets the table's name and client for this process; entries have unique keys and no transactions. */
export function openAuditTable(name: string, client: DynamoDBClientConfig = {}) {
  AuditTable.tableName = name;
  AuditTable.documentClient = DynamoDBDocumentClient.from(new DynamoDBClient(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
}
