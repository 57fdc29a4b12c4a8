import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import { listKeys } from "../../areas/artwork/artwork-lists.ts";
import { POPULARITY, popularKeys } from "../../areas/popularity/popular-rank.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { consume, parseImage, parseRecordKey } from "./consume.ts";

interface RankServices extends BaseServices {
  readonly table: OpenTable;
}

/**
 * Updates an artwork's rank by popularity, so that what counts for it is one unconditional write. Of a batch's records of one
 * artwork, only the last is processed.
 */
export const rankArtwork = (event: DynamoDBStreamEvent, services: RankServices) => {
  const lastRecords = new Map(event.Records.map((record) => [getArtworkId(record), record]));
  return consume(event, services, async (record) => {
    const artwork = lastRecords.get(getArtworkId(record)) === record && findListedArtwork(record);
    if (!artwork) return;
    const { artworkId } = artwork;
    const keys = popularKeys(artwork);
    if (artwork.popularRank === keys.popularRank) return;
    const update = ArtworkEntity.build(UpdateItemCommand)
      // Moves artwork that was published with other list partitions.
      .item({ artworkId, ...keys, newest: listKeys.newest })
      .options({
        condition: {
          and: [
            { attr: "popular", exists: true },
            { attr: POPULARITY, eq: artwork[POPULARITY] },
          ],
        },
      });
    // If the condition fails, count or visibility has changed since, and a later record ranks the artwork.
    await conditionHeld(services.table.send(update));
  });
};

const getArtworkId = (record: DynamoDBRecord) => parseRecordKey(record, ArtworkEntity)?.artworkId;

function findListedArtwork(record: DynamoDBRecord) {
  const artwork = parseImage(record, "NewImage", ArtworkEntity);
  return artwork?.popular ? artwork : undefined;
}
