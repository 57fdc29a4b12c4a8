import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { AnnouncementEntity } from "./announcement.entity.ts";
import { AnnouncementTimesEntity } from "./announcement-times.entity.ts";
import { queryIdsOfArtist } from "./find-announcements.ts";

const PAGE = 100;

/** Deletes a page of a closed account's announcements, scheduled ones included, and returns their number. Safe to repeat. */
export async function deleteAnnouncements(table: OpenTable, artistId: string): Promise<number> {
  const ids = await queryIdsOfArtist(table, artistId, PAGE);
  for (const announcementId of ids) {
    await table.send(AnnouncementEntity.build(DeleteItemCommand).key({ announcementId }));
  }
  if (ids.length > 0) await table.send(AnnouncementTimesEntity.build(DeleteItemCommand).key({ artistId }));
  return ids.length;
}
