import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { VersionEntity } from "../artwork/artwork.entity.ts";
import { findArtwork } from "../artwork/find-artwork.ts";
import { MediaEntity } from "../media/media.entity.ts";
import type { Purging } from "../media/open-purging.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { MarketplaceTable, type OpenTable } from "../table/marketplace-table.ts";
import { consume } from "./consume.ts";
import { storedItem } from "./stored-item.ts";

interface PurgeServices extends BaseServices {
  readonly table: OpenTable;
  readonly purging: Purging;
}

/** Purges files after their item: of a deleted artwork what nobody holds a licence to, and uploads nobody used. */
export const purgeMedia = (event: DynamoDBStreamEvent, services: PurgeServices) =>
  consume(event, services, async (record) => {
    if (isRemovedMedia(record)) return purgeFiles(record, services);
    if (isDeletedArtwork(record)) return releaseMedia(artworkIdOf(record), services);
    if (isReturnedVersion(record)) return releaseMediaOfDeleted(artworkIdOf(record), services);
  });

const isRemovedMedia = ({ eventName, dynamodb }: DynamoDBRecord) =>
  eventName === "REMOVE" && dynamodb?.Keys?.pk?.S?.startsWith("M#") === true;

const isDeletedArtwork = ({ eventName, dynamodb }: DynamoDBRecord) =>
  eventName === "MODIFY" &&
  dynamodb?.Keys?.sk?.S === "A" &&
  dynamodb.NewImage?.x !== undefined &&
  dynamodb.OldImage?.x === undefined;

/** The last licence to the version was given back. */
const isReturnedVersion = ({ eventName, dynamodb }: DynamoDBRecord) =>
  eventName === "MODIFY" &&
  dynamodb?.Keys?.sk?.S?.startsWith("V#") === true &&
  dynamodb.NewImage?.so?.N === "0" &&
  dynamodb.OldImage?.so?.N !== "0";

const artworkIdOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.Keys?.pk?.S?.slice("A#".length) ?? "";

async function purgeFiles({ dynamodb }: DynamoDBRecord, { purging }: PurgeServices) {
  const item = storedItem(dynamodb?.OldImage);
  if (item) await purging.purge(MediaEntity.build(EntityFormatter).format(item));
}

/** What was kept of a deleted artwork for its holders alone; while an artwork is there, its files stay. */
async function releaseMediaOfDeleted(artworkId: string, services: PurgeServices) {
  if ((await findArtwork(services.table, artworkId))?.deletedAt) await releaseMedia(artworkId, services);
}

async function releaseMedia(artworkId: string, { table }: PurgeServices) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: `A#${artworkId}`, range: { beginsWith: "V#" } })
    .entities(VersionEntity)
    .options({ consistent: true, entityAttrFilter: false, maxPages: Number.POSITIVE_INFINITY });
  const versions = (await table.send(query)).Items ?? [];
  const held = new Set(versions.filter(({ sold }) => sold > 0).map(({ mediaId }) => mediaId));
  const free = new Set(versions.map(({ mediaId }) => mediaId).filter((mediaId) => !held.has(mediaId)));
  for (const mediaId of free) await table.send(MediaEntity.build(DeleteItemCommand).key({ mediaId }));
}
