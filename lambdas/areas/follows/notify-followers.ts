import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { getTitle } from "../artwork/cards.ts";
import { type ArtworkItem, findArtwork, isShownTo } from "../artwork/find-artwork.ts";
import { deliverNotification } from "../notifications/deliver-notification.ts";
import { advanceFollowerNotice, openFollowerNotice } from "./follower-notice.ts";
import { queryFollowers } from "./find-follows.ts";
import type { FollowPages, NewWork } from "./open-follow-pages.ts";

export interface NotifyFollowersServices extends BaseServices {
  readonly table: OpenTable;
  readonly followPages: FollowPages;
}

/** Followers whom one message notifies; it takes some seconds. */
export const FOLLOWERS_PER_PAGE = 500;

/** Concurrent notifications: some three hundred a second, which the stream's consumers can keep up with. */
const IN_FLIGHT = 10;

/**
 * Notifies one page of an artist's followers of new work and queues the next. The cursor is in the notice's item rather than
 * in the message, so that duplicate messages repeat the current page at most, and only one continues. A follower is notified
 * of an artwork once. Failed followers get a message of their own, so that they don't block the others; it notifies nobody
 * while the artwork is hidden.
 */
export async function notifyFollowers({ kind, artworkId, only }: NewWork, services: NotifyFollowersServices) {
  const { table, followPages } = services;
  const artwork = await findArtwork(table, artworkId);
  if (!artwork) return;
  if (only) {
    const failed = isShownTo(undefined, artwork) ? await notifyEach(artwork, only, services) : [];
    if (failed.length > 0) throw new Error(`${failed.length} followers could not be notified`);
    return;
  }
  const notice = await openFollowerNotice(table, artwork, services.now());
  if (!notice) return;
  const { cursor } = notice;
  const page = { audience: "notified", cursor, limit: FOLLOWERS_PER_PAGE } as const;
  const followers = await queryFollowers(table, artwork.ownerId, page);
  const failed = await notifyEach(artwork, followers, services);
  if (failed.length > 0 && failed.length === followers.length) throw new Error("No follower could be notified");
  if (failed.length > 0) await followPages.add({ kind, artworkId, only: failed });
  const last = followers.length === FOLLOWERS_PER_PAGE ? followers.at(-1) : undefined;
  const isFirst = await advanceFollowerNotice(table, notice, last);
  if (isFirst && last) await followPages.add({ kind, artworkId });
}

/** Notifies followers of an artwork, a few at a time; returns those who failed. */
async function notifyEach(artwork: ArtworkItem, followers: readonly string[], services: NotifyFollowersServices) {
  const { artworkId, ownerId } = artwork;
  const draft = {
    type: "artwork",
    event: `work#${artworkId}`,
    ref: artworkId,
    artworkId,
    actorId: ownerId,
    title: getTitle(artwork),
  } as const;
  const failed: string[] = [];
  for (let at = 0; at < followers.length; at += IN_FLIGHT) {
    const group = followers.slice(at, at + IN_FLIGHT);
    const outcomes = await Promise.allSettled(
      group.map((userId) => deliverNotification({ ...draft, userId }, services)),
    );
    failed.push(...group.filter((_, index) => outcomes[index]?.status === "rejected"));
  }
  return failed;
}
