import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { attempt } from "../../platform/table/transact.ts";
import { buildOpenAccountCheck } from "../users/open-account.ts";
import { AnnouncementEntity, buildAnnouncementsPartition } from "./announcement.entity.ts";
import { findAnnouncement } from "./find-announcements.ts";

/**
 * Publishes a scheduled announcement whose time has come; the stream then queues its delivery. Does nothing if it was deleted,
 * moved or published meanwhile. One of a blocked account waits until that is open again.
 */
export async function publishAnnouncement(
  { table, now }: Pick<BaseServices, "now"> & { readonly table: OpenTable },
  announcementId: string,
) {
  const announcement = await findAnnouncement(table, announcementId);
  if (!announcement) return;
  const { artistId, publishAt } = announcement;
  await attempt(table, [
    buildOpenAccountCheck(artistId).write,
    AnnouncementEntity.build(UpdateTransaction)
      .item({ announcementId, isPublished: true, list: buildAnnouncementsPartition(artistId) })
      .options({
        condition: {
          and: [
            { attr: "isPublished", eq: false },
            { attr: "publishAt", eq: publishAt },
            { attr: "publishAt", lte: now().toISOString() },
            { attr: "takenDownAt", exists: false },
            { attr: "deletedAt", exists: false },
          ],
        },
      }),
  ]);
}
