import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Table } from "dynamodb-toolbox/table";
import { AUDIT_TABLE } from "../table/indexes.ts";

/** The audit log. It has no client until it is opened. */
export const AuditTable = new Table({
  partitionKey: { name: AUDIT_TABLE.partitionKey, type: "string" },
  sortKey: { name: AUDIT_TABLE.sortKey, type: "string" },
});

/** Names the table of this process and gives it a client; each entry is a key of its own and no transaction writes there. */
export function openAuditTable(name: string, client: DynamoDBClientConfig = {}) {
  AuditTable.tableName = name;
  AuditTable.documentClient = DynamoDBDocumentClient.from(new DynamoDBClient(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
}
