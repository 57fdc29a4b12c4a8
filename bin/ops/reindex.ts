import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Entity, KeyInputItem } from "dynamodb-toolbox/entity";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { syncDocuments } from "#lambdas/areas/search/sync-documents.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { getKeyPrefix, parseKey } from "#lambdas/platform/table/item-key.ts";
import { openTable } from "#lambdas/platform/table/marketplace-table.ts";
import type { Kind } from "#lambdas/search-engine/document.ts";
import { type OpenIndex, openIndex, openIndexing } from "#lambdas/search-engine/index.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import type { Stage } from "../command/stage.ts";

const getNames = (opened: Stage) => ({
  TABLE_NAME: opened.output("TableName"),
  SEARCH_TABLE_NAME: opened.output("SearchTableName"),
  SEARCH_BUCKET: opened.output("SearchBucketName"),
});

/** Oldest first. An unreadable index is recreated. */
export async function rebuildIndex({ isDry, stage, record }: Pick<Call, "isDry" | "stage" | "record">) {
  const names = getNames(await stage());
  await record("index.rebuild", names.SEARCH_TABLE_NAME, () => indexAll(names, isDry));
}

async function indexAll(names: ReturnType<typeof getNames>, isDry: boolean) {
  const index = openIndex(names);
  const services = { table: openTable(names), indexing: openIndexing(names) };
  for (const kind of ["users", "artwork"] as const) {
    const indexedIds = await readIndexedIds(index, kind).catch(async (error: Error) => {
      console.log(`The index can't be read (${error.message}), so it is started again.`);
      if (!isDry) await services.indexing.reset();
      return [];
    });
    const ids = [...new Set([...(await READ_IDS[kind](names.TABLE_NAME)), ...indexedIds])].sort();
    if (isDry) {
      console.log(`${ids.length} ${kind}. ${NOTHING_DONE}`);
      continue;
    }
    await syncDocuments(services, kind, ids);
    console.log(`Indexed ${ids.length} ${kind}.`);
  }
}

export const readUserIds = (tableName: string) => readIds(tableName, UserEntity, ({ userId }) => userId);

const READ_IDS: Record<Kind, (tableName: string) => Promise<string[]>> = {
  artwork: (tableName) => readIds(tableName, ArtworkEntity, ({ artworkId }) => artworkId),
  users: readUserIds,
};

/** Ids of an entity's items, the oldest first, since they are UUIDv7. */
async function readIds<E extends Entity>(TableName: string, entity: E, toId: (key: KeyInputItem<E>) => string) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const pages = paginateScan(
    { client },
    {
      TableName,
      ProjectionExpression: "#pk, #sk",
      FilterExpression: "#sk = :sk",
      ExpressionAttributeNames: { "#pk": TABLE.partitionKey, "#sk": TABLE.sortKey },
      ExpressionAttributeValues: { ":sk": getKeyPrefix(entity).sk },
    },
  );
  const ids: string[] = [];
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      const key = parseKey(entity, item);
      if (key) ids.push(toId(key));
    }
  }
  return ids;
}

/** Ids of all findable documents; after a restore of the table some may belong to no item. */
const readIndexedIds = (index: OpenIndex, kind: Kind) =>
  index.read((replica) =>
    replica.all("SELECT id FROM documents WHERE kind = ? AND shown", kind).map(({ id }) => String(id)),
  );

export const command = defineCommand({
  usage: [""],
  description: ["Everything is indexed as it is now; what isn't there any more leaves the index."],
  run: rebuildIndex,
});
