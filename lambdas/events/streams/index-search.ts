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
 * Updates the search index with visible artwork and users. Processes a batch at once, to add few log entries; if that fails,
 * record by record, so that the stream retries from the failing one.
 */
export async function indexSearch(
  event: DynamoDBStreamEvent,
  services: IndexingServices,
): Promise<DynamoDBBatchResponse> {
  try {
    for (const kind of SEARCH_TYPES) await syncDocuments(services, kind, listIds(event.Records, kind));
    return { batchItemFailures: [] };
  } catch (error) {
    services.log.warn("A batch could not be indexed at once", { error: error as Error });
    return consume(event, services, async (record) => {
      for (const kind of SEARCH_TYPES) await syncDocuments(services, kind, listIds([record], kind));
    });
  }
}

/** True for changes of an account that touch no indexed attribute, such as thousands of unread counts. */
const isUnindexed = ({ eventName, dynamodb }: DynamoDBRecord) =>
  eventName === "MODIFY" &&
  INDEXED_OF_USER.every(
    (name) => JSON.stringify(dynamodb?.OldImage?.[name]) === JSON.stringify(dynamodb?.NewImage?.[name]),
  );

/** Ids of the artworks or users of records; other items of their partitions are skipped. */
function listIds(records: readonly DynamoDBRecord[], kind: Kind): string[] {
  return records.flatMap((record) => {
    if (kind === "users") return isUnindexed(record) ? [] : (parseRecordKey(record, UserEntity)?.userId ?? []);
    return parseRecordKey(record, ArtworkEntity)?.artworkId ?? [];
  });
}
