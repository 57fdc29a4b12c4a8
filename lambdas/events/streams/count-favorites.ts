import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { findArtwork } from "../../areas/artwork/find-artwork.ts";
import { setFavorites } from "../../areas/audience/count-audience.ts";
import { findCountedDay } from "../../areas/favorites/count-favorite-day.ts";
import { findFavorite } from "../../areas/favorites/find-favorites.ts";
import { FavoriteDayEntity } from "../../areas/favorites/weekly.entity.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { toDay } from "../../platform/runtime/day-range.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { consume, parseRecordKey } from "./consume.ts";

interface CountServices extends BaseServices {
  readonly table: OpenTable;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Updates an artist's daily count of favourites from the artwork's current count for the day, whatever the record contains,
 * so that repeated or late records do no harm.
 */
export const countFavorites = (event: DynamoDBStreamEvent, services: CountServices) =>
  consume(event, services, async (record) => {
    const counted = findDay(record);
    if (counted) await copyCount(services, counted);
  });

/** The artwork and day of a record; none where a day has expired. */
const findDay = (record: DynamoDBRecord) =>
  record.eventName === "REMOVE" ? undefined : parseRecordKey(record, FavoriteDayEntity);

async function copyCount({ table, now }: CountServices, key: { artworkId: string; day: string }) {
  const artwork = await findArtwork(table, key.artworkId);
  if (!artwork || artwork.deletedAt) return;
  const { artworkId, ownerId } = artwork;
  const [{ Item }, own] = await Promise.all([
    table.send(FavoriteDayEntity.build(GetItemCommand).key(key).options({ consistent: true })),
    findFavorite(table, ownerId, artworkId),
  ]);
  if (!Item) return;
  const isOwn = own?.list !== undefined && findCountedDay(own, now()) === Number(key.day);
  const day = toDay(Number(key.day) * DAY_MS);
  await setFavorites(table, { artistId: ownerId, subject: artworkId, day }, Math.max(0, Item.count - Number(isOwn)));
}
