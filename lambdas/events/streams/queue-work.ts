import type { DynamoDBStreamEvent } from "aws-lambda";
import { LIMITS } from "#shared/limits.ts";
import { AnnouncementEntity } from "../../areas/announcements/announcement.entity.ts";
import {
  findAnnouncements,
  isPublic,
  isTooLate,
  queryPublishedIds,
} from "../../areas/announcements/find-announcements.ts";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import type { AbandonedUsers } from "../../areas/auth/open-abandoned-users.ts";
import type { FollowPages } from "../../areas/follows/open-follow-pages.ts";
import { UserEntity } from "../../areas/users/user.entity.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { consume, parseImage, parseRecordKey } from "./consume.ts";

/** Unverified accounts are deleted by TTL, or at once if the sign-up failed; deletes their Cognito users through a queue. */
export const queueAbandonedUsers = (
  event: DynamoDBStreamEvent,
  services: Pick<BaseServices, "log"> & { readonly abandonedUsers: AbandonedUsers },
) =>
  consume(event, services, async (record) => {
    const user = record.eventName === "REMOVE" && parseRecordKey(record, UserEntity);
    if (!user || record.dynamodb?.OldImage?.verified?.BOOL) return;
    await services.abandonedUsers.add({ userId: user.userId });
  });

/** Queues `deleteAccountRelations` for a closed account, page by page: an artist may have a hundred thousand followers. */
export const queueClosedAccounts = (
  event: DynamoDBStreamEvent,
  services: Pick<BaseServices, "log"> & { readonly followPages: FollowPages },
) =>
  consume(event, services, async (record) => {
    const user = parseRecordKey(record, UserEntity);
    const { OldImage, NewImage } = record.dynamodb ?? {};
    const isClosed = NewImage?.deactivatedAt !== undefined && OldImage?.deactivatedAt === undefined;
    if (user && isClosed) await services.followPages.add({ kind: "closedAccount", userId: user.userId });
  });

type QueueingServices = Pick<BaseServices, "log" | "now"> & {
  readonly table: OpenTable;
  readonly followPages: FollowPages;
};

/** Queues the notice of artwork that becomes visible for the first time; the job notifies once, even if queued twice. */
export const queueNewWork = (event: DynamoDBStreamEvent, services: QueueingServices) =>
  consume(event, services, async (record) => {
    const artwork = parseImage(record, "NewImage", ArtworkEntity);
    if (!artwork) return;
    const { artworkId, unannounced, shownOfOwner } = artwork;
    if (unannounced && shownOfOwner) await services.followPages.add({ kind: "newWork", artworkId });
  });

/**
 * Queues the delivery of an announcement that is published, or put back before all followers were notified; each is notified
 * once, even if it is queued twice.
 */
export const queueAnnouncements = (event: DynamoDBStreamEvent, services: QueueingServices) =>
  consume(event, services, async (record) => {
    const [before, after] = [
      parseImage(record, "OldImage", AnnouncementEntity),
      parseImage(record, "NewImage", AnnouncementEntity),
    ];
    if (!after || after.isDelivered || !isPublic(after) || (before && isPublic(before))) return;
    await services.followPages.add({ kind: "announcement", announcementId: after.announcementId });
  });

/** Queues what is left of the delivery of announcements whose artist is no longer blocked, unless it is too late for it. */
export const queueUnblockedArtists = (event: DynamoDBStreamEvent, services: QueueingServices) =>
  consume(event, services, async (record) => {
    const user = parseRecordKey(record, UserEntity);
    const { OldImage, NewImage } = record.dynamodb ?? {};
    if (!user || !NewImage || NewImage.blockedAt || !OldImage?.blockedAt) return;
    const { table, now, followPages } = services;
    const ids = await queryPublishedIds(table, user.userId, { limit: LIMITS.announcement.perWeek });
    for (const announcement of await findAnnouncements(table, ids)) {
      if (announcement.isDelivered || !isPublic(announcement) || isTooLate(announcement, now())) continue;
      await followPages.add({ kind: "announcement", announcementId: announcement.announcementId });
    }
  });
