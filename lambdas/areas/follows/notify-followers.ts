import type { DeferredMails } from "../../platform/mail/open-deferred-mails.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { openDelivery } from "../announcements/deliver-announcement.ts";
import { getTitle } from "../artwork/cards.ts";
import { findArtwork, isShownTo } from "../artwork/find-artwork.ts";
import { deliverNotification } from "../notifications/deliver-notification.ts";
import { queryFollowers } from "./find-follows.ts";
import { advanceFollowerNotice, openFollowerNotice } from "./follower-notice.ts";
import type { FollowersPage, FollowPages } from "./open-follow-pages.ts";

export interface NotifyFollowersServices extends BaseServices {
  readonly table: OpenTable;
  readonly followPages: FollowPages;
  readonly deferredMails: DeferredMails;
}

/** Followers whom one message notifies; it takes some seconds. */
export const FOLLOWERS_PER_PAGE = 500;

/** Concurrent notifications: some three hundred a second, which the stream's consumers can keep up with. */
const IN_FLIGHT = 10;

/** The work of notifying an artist's followers, and where it continues. */
interface Delivery {
  readonly artistId: string;
  /** The last follower of the pages before. */
  readonly cursor?: string | undefined;
  /** True once every page was delivered. */
  readonly isOver: boolean;
  /** Notifies one follower, once however often it is called. */
  readonly notify: (userId: string) => Promise<unknown>;
  /** Stores the last follower of a page, undefined after the last page; false if another message did before. */
  readonly advance: (last: string | undefined) => Promise<boolean>;
}

/** The delivery of a new work; none while it is hidden. */
async function openWorkDelivery(
  artworkId: string,
  isRetry: boolean,
  services: NotifyFollowersServices,
): Promise<Delivery | undefined> {
  const { table, now } = services;
  const artwork = await findArtwork(table, artworkId);
  if (!artwork) return undefined;
  const { ownerId } = artwork;
  // A retry for single followers doesn't move the cursor.
  const notice = isRetry
    ? isShownTo(undefined, artwork) && { artworkId }
    : await openFollowerNotice(table, artwork, now());
  if (!notice) return undefined;
  const draft = {
    type: "artwork",
    event: `work#${artworkId}`,
    ref: artworkId,
    artworkId,
    actorId: ownerId,
    title: getTitle(artwork),
  } as const;
  return {
    artistId: ownerId,
    cursor: notice.cursor,
    isOver: false,
    notify: (userId) => deliverNotification({ ...draft, userId }, services),
    advance: (last) => advanceFollowerNotice(table, notice, last),
  };
}

/**
 * Notifies one page of an artist's followers of new work or an announcement and queues the next. The cursor is stored rather
 * than in the message, so that duplicate messages repeat the current page at most, and only one continues. Failed followers
 * get a message of their own, so that they don't block the others.
 */
export async function notifyFollowers(page: FollowersPage, services: NotifyFollowersServices) {
  const { table, followPages } = services;
  const { only } = page;
  const delivery =
    page.kind === "newWork"
      ? await openWorkDelivery(page.artworkId, only !== undefined, services)
      : await openDelivery(page.announcementId, services);
  if (!delivery) return;
  if (only) {
    const failed = await notifyEach(delivery, only);
    if (failed.length > 0) throw new Error(`${failed.length} followers could not be notified`);
    return;
  }
  const { artistId, cursor, isOver } = delivery;
  if (isOver) return;
  const followers = await queryFollowers(table, artistId, { audience: "notified", cursor, limit: FOLLOWERS_PER_PAGE });
  const failed = await notifyEach(delivery, followers);
  if (failed.length > 0 && failed.length === followers.length) throw new Error("No follower could be notified");
  if (failed.length > 0) await followPages.add({ ...page, only: failed });
  const last = followers.length === FOLLOWERS_PER_PAGE ? followers.at(-1) : undefined;
  const isFirst = await delivery.advance(last);
  if (isFirst && last) await followPages.add(page);
}

/** Notifies followers, a few at a time; returns those who failed. */
async function notifyEach({ notify }: Delivery, followers: readonly string[]) {
  const failed: string[] = [];
  for (let at = 0; at < followers.length; at += IN_FLIGHT) {
    const group = followers.slice(at, at + IN_FLIGHT);
    const outcomes = await Promise.allSettled(group.map(notify));
    failed.push(...group.filter((_, index) => outcomes[index]?.status === "rejected"));
  }
  return failed;
}
