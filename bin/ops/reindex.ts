import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Entity, KeyInputItem } from "dynamodb-toolbox/entity";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { readDocuments } from "#lambdas/areas/search/sources.ts";
import { readSynonymsSetting } from "#lambdas/areas/search/synonyms.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import type { SearchNames } from "#lambdas/platform/runtime/environment.ts";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { getKeyPrefix, parseKey } from "#lambdas/platform/table/item-key.ts";
import { openTable } from "#lambdas/platform/table/marketplace-table.ts";
import type { Source } from "#lambdas/search-engine/engine.ts";
import { isReadyToMove, openIndex, openIndexing } from "#lambdas/search-engine/index.ts";
import { SEARCH_TYPES } from "#shared/search-types.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { getSearchNames, warnMissed } from "../command/stage-search.ts";

/** Indexes everything again, as it is now, in every engine that the stage keeps up to date. */
export async function rebuildIndex({ isDry, stage, record }: Pick<Call, "isDry" | "stage" | "record">) {
  const opened = await stage();
  const tableName = opened.output("TableName");
  const names = getSearchNames(opened);
  const target = names.SEARCH_TABLE_NAME ?? names.SEARCH_ENDPOINT;
  await record("index.rebuild", target, () => (isDry ? countAll(tableName, names) : indexAll(tableName, names)));
}

async function countAll(tableName: string, names: SearchNames) {
  for (const kind of SEARCH_TYPES) {
    let count = 0;
    for await (const { ids } of LISTS[kind](tableName)) count += ids.length;
    console.log(`${count} ${kind}. ${NOTHING_DONE}`);
  }
  if (!(await isReadyToMove(names))) console.log("The prepared search engine lacks writes: reindex before it answers.");
}

async function indexAll(tableName: string, names: SearchNames) {
  const table = openTable({ TABLE_NAME: tableName });
  const source: Source = {
    name: tableName,
    list: (kind, cursor) => LISTS[kind](tableName, cursor),
    read: (kind, ids) => readDocuments(table, kind, ids),
  };
  const indexing = openIndexing(names, warnMissed);
  await indexing.rebuild(source, (line) => console.log(line));
  // A prepared engine has none of the operators' settings yet.
  const synonyms = await readSynonymsSetting(openIndex(names));
  if (synonyms) await indexing.write(async () => [synonyms]);
}

/** Ids of all accounts. */
export async function readUserIds(tableName: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of LISTS.users(tableName)) ids.push(...page.ids);
  return ids;
}

const LISTS = {
  artwork: (tableName: string, cursor?: string) =>
    listIds(tableName, ArtworkEntity, ({ artworkId }) => artworkId, cursor),
  users: (tableName: string, cursor?: string) => listIds(tableName, UserEntity, ({ userId }) => userId, cursor),
};

/** Ids of an entity's items in pages; a cursor is the key of a page's last item. */
async function* listIds<E extends Entity>(
  TableName: string,
  entity: E,
  toId: (key: KeyInputItem<E>) => string,
  cursor?: string,
) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const pages = paginateScan(
    { client, ...(cursor ? { startingToken: JSON.parse(cursor) as Record<string, unknown> } : {}) },
    {
      TableName,
      // An item that was written before the scan began is never missed.
      ConsistentRead: true,
      ProjectionExpression: "#pk, #sk",
      FilterExpression: "#sk = :sk",
      ExpressionAttributeNames: { "#pk": TABLE.partitionKey, "#sk": TABLE.sortKey },
      ExpressionAttributeValues: { ":sk": getKeyPrefix(entity).sk },
    },
  );
  for await (const { Items = [], LastEvaluatedKey } of pages) {
    const ids = Items.flatMap((item) => {
      const key = parseKey(entity, item);
      return key ? toId(key) : [];
    });
    yield { ids, cursor: LastEvaluatedKey && JSON.stringify(LastEvaluatedKey) };
  }
}

export const command = defineCommand({
  usage: [""],
  description: ["Indexes everything in its current state and removes what no longer exists."],
  run: rebuildIndex,
});
