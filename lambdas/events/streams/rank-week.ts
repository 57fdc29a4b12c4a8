import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import { findArtwork, isShownTo } from "../../areas/artwork/find-artwork.ts";
import { PopularityDayEntity, WEEKLY_LIST, WeeklyRankEntity } from "../../areas/popularity/weekly.entity.ts";
import { getExpiry, weeklyRank, weeklyScore } from "../../areas/popularity/weekly-score.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { getKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { getShard } from "../../platform/table/query-shards.ts";
import { mapReadable, readOrLeaveOut } from "../../platform/table/unreadable.ts";
import { consume, parseRecordKey } from "./consume.ts";

interface RankServices extends BaseServices {
  readonly table: OpenTable;
}

/**
 * Updates an artwork's rank in the weekly list from its daily counts and visibility, whatever the record contains, so that
 * repeated or late records do no harm. Of a batch's records of one artwork, only the last is processed.
 */
export const rankWeek = (event: DynamoDBStreamEvent, services: RankServices) => {
  const lastRecords = new Map(event.Records.map((record) => [findArtworkId(record), record]));
  return consume(event, services, async (record) => {
    const artworkId = findArtworkId(record);
    if (artworkId && lastRecords.get(artworkId) === record) await rank(services, artworkId);
  });
};

/** The artwork whose rank a record changes; none for an expired day. */
function findArtworkId(record: DynamoDBRecord) {
  if (record.eventName === "REMOVE") return undefined;
  const key =
    parseRecordKey(record, PopularityDayEntity) ?? (isShownOrHidden(record) && parseRecordKey(record, ArtworkEntity));
  return key ? key.artworkId : undefined;
}

const isShownOrHidden = ({ dynamodb, eventName }: DynamoDBRecord) =>
  eventName === "MODIFY" && (dynamodb?.OldImage?.[SHOWN] === undefined) !== (dynamodb?.NewImage?.[SHOWN] === undefined);

const dayFormatter = PopularityDayEntity.build(EntityFormatter);
const rankFormatter = WeeklyRankEntity.build(EntityFormatter);

/** An attribute that only visible artwork has. */
const SHOWN = "shownByOwnerPk";

async function rank({ table }: RankServices, artworkId: string) {
  // The sort keys of its days start like that of its rank.
  const { pk, sk } = getKey(WeeklyRankEntity, { artworkId });
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: pk, range: { beginsWith: sk } })
    .options({ consistent: true });
  const { Items = [] } = await table.send(query);
  if (Items.length === 0) return;
  const stored = Items.find((item) => item.sk === sk);
  const days = Items.filter((item) => item !== stored);
  const counts = mapReadable(days, (item) => dayFormatter.format(item)).map(({ day, count }) => ({
    day: Number(day),
    count,
  }));
  const artwork = await findArtwork(table, artworkId);
  const isShown = artwork && isShownTo(undefined, artwork);
  const score = isShown ? weeklyScore(counts) : undefined;
  if (!isShown || score === undefined) {
    if (stored) await table.send(WeeklyRankEntity.build(DeleteItemCommand).key({ artworkId }));
    return;
  }
  const place = weeklyRank(score, artworkId);
  if (stored && readOrLeaveOut(stored, (item) => rankFormatter.format(item))?.rank === place) return;
  const expires = getExpiry(Math.max(...counts.map(({ day }) => day)));
  await table.send(
    WeeklyRankEntity.build(PutItemCommand).item({
      artworkId,
      list: getShard(WEEKLY_LIST, artworkId),
      rank: place,
      ownerId: artwork.ownerId,
      expires,
    }),
  );
}
