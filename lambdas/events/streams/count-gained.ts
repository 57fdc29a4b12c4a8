import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { findArtwork } from "../../areas/artwork/find-artwork.ts";
import { setGained } from "../../areas/audience/count-audience.ts";
import { PopularityDayEntity } from "../../areas/popularity/weekly.entity.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { toDay } from "../../platform/runtime/day-range.ts";
import { DAY_MS } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { consume, parseRecordKey } from "./consume.ts";

interface CountServices extends BaseServices {
  readonly table: OpenTable;
}

/**
 * Copies an artwork's count of a day to its artist's audience, whatever the record contains, so that repeated or late
 * records do no harm.
 */
export const countGained = (event: DynamoDBStreamEvent, services: CountServices) =>
  consume(event, services, async (record) => {
    const counted = findDay(record);
    if (counted) await copyCount(services, counted);
  });

/** The artwork and day of a record; none where a day has expired. */
const findDay = (record: DynamoDBRecord) =>
  record.eventName === "REMOVE" ? undefined : parseRecordKey(record, PopularityDayEntity);

async function copyCount({ table }: CountServices, key: { artworkId: string; day: string }) {
  const artwork = await findArtwork(table, key.artworkId);
  if (!artwork || artwork.deletedAt) return;
  const { artworkId, ownerId } = artwork;
  const read = PopularityDayEntity.build(GetItemCommand).key(key).options({ consistent: true });
  const { Item } = await table.send(read);
  if (!Item) return;
  const day = toDay(Number(key.day) * DAY_MS);
  await setGained(table, { artistId: ownerId, subject: artworkId, day }, Math.max(0, Item.count));
}
