import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { attempt } from "../../platform/table/transact.ts";
import { OPEN } from "../users/open-account.ts";
import { NOT_SUSPENDED } from "../users/suspension.ts";
import { UserEntity } from "../users/user.entity.ts";
import { AnnouncementEntity, buildAnnouncementsPartition } from "./announcement.entity.ts";
import { findAnnouncement } from "./find-announcements.ts";

/**
 * Publishes a scheduled announcement whose time has come; the stream then queues its delivery. Does nothing if it was deleted,
 * moved or published meanwhile. One of a blocked or suspended account waits until that ends.
 */
export async function publishAnnouncement(
  { table, now }: Pick<BaseServices, "now"> & { readonly table: OpenTable },
  announcementId: string,
) {
  const announcement = await findAnnouncement(table, announcementId);
  if (!announcement) return;
  const { artistId, publishAt } = announcement;
  await attempt(table, [
    UserEntity.build(ConditionCheck)
      .key({ userId: artistId })
      .condition({ and: [OPEN, NOT_SUSPENDED] }),
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
