import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { SEARCH_TYPES } from "#shared/search-types.ts";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import { INDEXED_OF_USER } from "../../areas/search/sources.ts";
import { type SyncDocumentsServices, syncDocuments } from "../../areas/search/sync-documents.ts";
import { UserEntity } from "../../areas/users/user.entity.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { Kind } from "../../search-engine/document.ts";
import { consume, parseRecordKey } from "./consume.ts";

type IndexingServices = SyncDocumentsServices & BaseServices;

/**
 * Keeps the search index: what visitors may see of artwork and users can be found, the rest can't. Works through a
 * batch at once, for few entries of the log; should that fail, record by record, so that the stream retries from the one that
 * fails.
 */
export async function indexSearch(event: DynamoDBStreamEvent, given: IndexingServices): Promise<DynamoDBBatchResponse> {
  try {
    for (const kind of SEARCH_TYPES) await syncDocuments(given, kind, listIds(event.Records, kind));
    return { batchItemFailures: [] };
  } catch (error) {
    given.log.warn("A batch could not be indexed at once", { error: error as Error });
    return consume(event, given, async (record) => {
      for (const kind of SEARCH_TYPES) await syncDocuments(given, kind, listIds([record], kind));
    });
  }
}

/** True for changes of an account that touch no indexed attribute; a fan-out of notifications makes thousands. */
const isUnindexed = ({ eventName, dynamodb }: DynamoDBRecord) =>
  eventName === "MODIFY" &&
  INDEXED_OF_USER.every(
    (name) => JSON.stringify(dynamodb?.OldImage?.[name]) === JSON.stringify(dynamodb?.NewImage?.[name]),
  );

/** The artworks or users that records are about; what else lives in their partitions doesn't matter here. */
function listIds(records: readonly DynamoDBRecord[], kind: Kind): string[] {
  return records.flatMap((record) => {
    if (kind === "users") return isUnindexed(record) ? [] : (parseRecordKey(record, UserEntity)?.userId ?? []);
    return parseRecordKey(record, ArtworkEntity)?.artworkId ?? [];
  });
}
