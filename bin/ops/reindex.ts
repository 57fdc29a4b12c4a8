import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { entryPrefix } from "#lambdas/search/index.entity.ts";
import { openIndex, openIndexing } from "#lambdas/search/search-table.ts";
import { syncDocuments } from "#lambdas/search/sync-documents.ts";
import type { Kind } from "#lambdas/search/terms.ts";
import { SEARCH_TABLE, TABLE } from "#lambdas/table/indexes.ts";
import { openTable } from "#lambdas/table/marketplace-table.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";

/** The sort key of what each kind is made of, which its partition key begins with. */
const SORT_KEYS = { artwork: "A", users: "U" } as const satisfies Record<Kind, string>;

const AT_ONCE = 50;

/** The oldest first, as the index numbers what is new to it. What it holds already as it is now is left alone. */
export async function rebuildIndex({ isDry, stage, record }: Pick<Call, "isDry" | "stage" | "record">) {
  const opened = await stage();
  const names = { TABLE_NAME: opened.output("TableName"), SEARCH_TABLE_NAME: opened.output("SearchTableName") };
  const services = { table: openTable(names), index: openIndex(names), indexing: openIndexing() };
  await record("index.rebuild", names.SEARCH_TABLE_NAME);
  for (const kind of ["users", "artwork"] as const) {
    const known = await indexedIdsOf(names.SEARCH_TABLE_NAME, kind);
    const ids = [...new Set([...(await idsOf(names.TABLE_NAME, SORT_KEYS[kind])), ...known])].sort();
    if (isDry) {
      console.log(`${ids.length} ${kind}. ${NOTHING_DONE}`);
      continue;
    }
    for (let at = 0; at < ids.length; at += AT_ONCE) await syncDocuments(services, kind, ids.slice(at, at + AT_ONCE));
    console.log(`Indexed ${ids.length} ${kind}.`);
  }
}

/** Ids of the items with this sort key, the oldest first, since they are UUIDv7. */
export async function idsOf(TableName: string, sortKey: string) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const pages = paginateScan(
    { client },
    {
      TableName,
      ProjectionExpression: "#pk",
      FilterExpression: "#sk = :sk",
      ExpressionAttributeNames: { "#pk": TABLE.partitionKey, "#sk": TABLE.sortKey },
      ExpressionAttributeValues: { ":sk": sortKey },
    },
  );
  const ids: string[] = [];
  for await (const { Items = [] } of pages) {
    for (const item of Items) ids.push(String(item[TABLE.partitionKey]).slice(`${sortKey}#`.length));
  }
  return ids;
}

/** Ids that the index has an entry of; after a restore of the table some may be of nothing. */
async function indexedIdsOf(TableName: string, kind: Kind) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const prefix = entryPrefix(kind);
  const pages = paginateScan(
    { client },
    {
      TableName,
      ProjectionExpression: "#pk",
      FilterExpression: "begins_with(#pk, :prefix)",
      ExpressionAttributeNames: { "#pk": SEARCH_TABLE.partitionKey },
      ExpressionAttributeValues: { ":prefix": prefix },
    },
  );
  const ids: string[] = [];
  for await (const { Items = [] } of pages) {
    for (const item of Items) ids.push(String(item[SEARCH_TABLE.partitionKey]).slice(prefix.length));
  }
  return ids;
}

export const command = defineCommand({
  forms: [""],
  says: ["What the index holds as it is now is left alone; what isn't there any more leaves it."],
  run: rebuildIndex,
});
