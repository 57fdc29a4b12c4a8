import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { batchGet, inBatches } from "../../platform/table/batch-get.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryByPages, queryPage } from "../../platform/table/query-page.ts";
import {
  AnnouncementEntity,
  buildAnnouncementPlace,
  buildAnnouncementsPartition,
  SCHEDULED_ANNOUNCEMENTS,
} from "./announcement.entity.ts";
import { findAnnouncementTimes } from "./announcement-times.ts";

/** The announcement, including scheduled, taken-down and deleted ones. */
export async function findAnnouncement(table: OpenTable, announcementId: string) {
  const get = AnnouncementEntity.build(GetItemCommand).key({ announcementId }).options({ consistent: true });
  const { Item } = await table.send(get);
  return Item;
}

export type AnnouncementItem = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>;

type State = Pick<AnnouncementItem, "isPublished" | "takenDownAt" | "deletedAt">;

/** True if everyone may see it, as far as its artist's account is open. */
export const isPublic = ({ isPublished, takenDownAt, deletedAt }: State) =>
  isPublished && takenDownAt === undefined && deletedAt === undefined;

/** True for callers who may see it: everyone if it is public, otherwise its artist until it is deleted. */
export const isAnnouncementShownTo = (callerId: string | undefined, item: State & Pick<AnnouncementItem, "artistId">) =>
  isPublic(item) || (item.artistId === callerId && item.deletedAt === undefined);

/** True while its artist may put a deleted announcement back; TTL deletes it later. */
export const isRestorable = ({ deletedAt = "" }: State, now: Date) =>
  now.getTime() - Date.parse(deletedAt) < LIFETIMES.deletedAnnouncement * 1000;

/** True once it is too late to send an announcement that couldn't go out at its time. */
export const isTooLate = ({ publishAt }: Pick<AnnouncementItem, "publishAt">, now: Date) =>
  now.getTime() - Date.parse(publishAt) > LIFETIMES.lateAnnouncement * 1000;

const formatter = AnnouncementEntity.build(EntityFormatter);

const readId = (item: Record<string, unknown>) =>
  formatter.format(item, { attributes: ["announcementId"] }).announcementId;

/** Announcements by their ids, in this order and without missing ones. */
export async function findAnnouncements(table: OpenTable, ids: readonly string[]): Promise<AnnouncementItem[]> {
  const found = await inBatches([...new Set(ids)], (batch) => {
    const requests = batch.map((announcementId) => AnnouncementEntity.build(BatchGetRequest).key({ announcementId }));
    const command = MarketplaceTable.build(BatchGetCommand)
      .requests(...requests)
      .options({ consistent: true });
    return batchGet(table, command);
  });
  return found.flatMap((item) => item ?? []);
}

/** An artist's scheduled announcements, the next one first. */
export async function findScheduled(table: OpenTable, artistId: string): Promise<AnnouncementItem[]> {
  const { times } = await findAnnouncementTimes(table, artistId);
  const found = await findAnnouncements(
    table,
    times.map(({ announcementId }) => announcementId),
  );
  return found
    .filter(({ list }) => list === SCHEDULED_ANNOUNCEMENTS)
    .sort((one, other) => one.place.localeCompare(other.place));
}

/** The ids of an artist's published announcements after the cursor, the latest first, those taken down or missed included. */
export async function queryPublishedIds(
  table: OpenTable,
  artistId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<string[]> {
  const last =
    cursor && ((await findAnnouncement(table, cursor))?.place ?? buildAnnouncementPlace(getCreatedAt(cursor), cursor));
  return queryPage(
    table,
    {
      index: INDEX.ranked,
      partition: buildAnnouncementsPartition(artistId),
      ...(last ? { range: { lt: last } } : {}),
    },
    { limit, reverse: true },
    readId,
  );
}

/** The scheduled announcements whose time has come, the oldest first. */
export function listDue(table: OpenTable, now: Date) {
  // Sorts after every id at this moment.
  const end = buildAnnouncementPlace(now.toISOString(), "~");
  return queryByPages(table, { index: INDEX.ranked, partition: SCHEDULED_ANNOUNCEMENTS, range: { lte: end } }, (item) =>
    formatter.format(item, { attributes: ["announcementId"] }),
  );
}

/** Ids of an artist's announcements, in all states; all of them by default. */
export async function queryIdsOfArtist(table: OpenTable, artistId: string, limit?: number): Promise<string[]> {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: INDEX.byOwner, partition: buildAnnouncementsPartition(artistId) })
    .options(limit === undefined ? { maxPages: Number.POSITIVE_INFINITY } : { limit });
  const { Items = [] } = await table.send(query);
  return Items.map(readId);
}
