import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { attempt } from "../../platform/table/transact.ts";
import { OPEN } from "../users/open-account.ts";
import { NOT_SUSPENDED } from "../users/suspension.ts";
import { UserEntity } from "../users/user.entity.ts";
import { AnnouncementEntity, buildAnnouncementsPartition } from "./announcement.entity.ts";
import { findAnnouncement, isTooLate } from "./find-announcements.ts";

/**
 * Publishes a scheduled announcement whose time has come; the stream then queues its delivery. Does nothing if it was deleted,
 * moved or published meanwhile. One of a blocked or suspended account waits for a day; then it moves from the due ones to its
 * artist's own list, because nobody expects it any more.
 */
export async function publishAnnouncement(
  { table, now }: Pick<BaseServices, "now"> & { readonly table: OpenTable },
  announcementId: string,
) {
  const announcement = await findAnnouncement(table, announcementId);
  if (!announcement) return;
  const { artistId, publishAt } = announcement;
  const isSame = [
    { attr: "isPublished" as const, eq: false },
    { attr: "publishAt" as const, eq: publishAt },
    { attr: "deletedAt" as const, exists: false as const },
  ];
  const list = buildAnnouncementsPartition(artistId);
  if (isTooLate(announcement, now())) {
    const moved = AnnouncementEntity.build(UpdateItemCommand).item({ announcementId, list });
    await conditionHeld(table.send(moved.options({ condition: { and: isSame } })));
    return;
  }
  await attempt(table, [
    UserEntity.build(ConditionCheck)
      .key({ userId: artistId })
      .condition({ and: [OPEN, NOT_SUSPENDED] }),
    AnnouncementEntity.build(UpdateTransaction)
      .item({ announcementId, isPublished: true, list })
      .options({
        condition: {
          and: [...isSame, { attr: "publishAt", lte: now().toISOString() }, { attr: "takenDownAt", exists: false }],
        },
      }),
  ]);
}
