import {
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  readAnnouncement,
  updateAnnouncement,
} from "#shared/contract/follows.ts";
import { PAGE } from "#shared/limits.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import {
  type AnnouncementItem,
  findAnnouncement,
  findAnnouncements,
  findScheduled,
  isAnnouncementShownTo,
  queryPublishedIds,
} from "../announcements/find-announcements.ts";
import { showAnnouncements } from "../announcements/show-announcements.ts";
import { changeAnnouncement, removeAnnouncement, writeAnnouncement } from "../announcements/write-announcement.ts";
import { findByUsername } from "../users/find-user.ts";
import type { FollowsServices } from "./services.ts";

/** The announcement as its reader sees it; missing once its artist's account is closed or blocked. */
async function showOne(services: FollowsServices, item: AnnouncementItem, callerId: string | undefined) {
  const [announcement] = await showAnnouncements(services, [item], callerId);
  return announcement?.artist.name ? announcement : fail("announcement_not_found");
}

export const createAnnouncementHandler = handle(
  createAnnouncement,
  async ({ body: form, actor: { userId: artistId }, idempotencyKey }, services: FollowsServices) => {
    const written = await writeAnnouncement(services, { artistId, form, idempotencyKey });
    return written instanceof Failure ? written : showOne(services, written, artistId);
  },
);

export const readAnnouncementHandler = handle(
  readAnnouncement,
  async ({ params: { announcementId }, actor }, services: FollowsServices) => {
    const item = await findAnnouncement(services.table, announcementId);
    if (!item || !isAnnouncementShownTo(actor?.userId, item)) return fail("announcement_not_found");
    return showOne(services, item, actor?.userId);
  },
);

export const updateAnnouncementHandler = handle(
  updateAnnouncement,
  async ({ params: { announcementId }, body, actor: { userId: artistId } }, services: FollowsServices) => {
    const changed = await changeAnnouncement(services, { announcementId, artistId }, body);
    return changed instanceof Failure ? changed : showOne(services, changed, artistId);
  },
);

export const deleteAnnouncementHandler = handle(
  deleteAnnouncement,
  async ({ params: { announcementId }, actor: { userId: artistId } }, services: FollowsServices) =>
    removeAnnouncement(services, { announcementId, artistId }),
);

/** A page of an artist's announcements: for the artist, scheduled ones first. */
async function listIds(
  { table }: FollowsServices,
  artistId: string,
  isOwn: boolean,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const scheduled = isOwn ? (await findScheduled(table, artistId)).map(({ announcementId }) => announcementId) : [];
  const last = cursor ? scheduled.indexOf(cursor) : -1;
  if (cursor && last < 0) return queryPublishedIds(table, artistId, { cursor, limit });
  const first = scheduled.slice(last + 1, last + 1 + limit);
  if (first.length === limit) return first;
  return [...first, ...(await queryPublishedIds(table, artistId, { limit: limit - first.length }))];
}

/** Most announcements of an answer: each costs up to five read units. */
const MAX_LISTED = PAGE.standard;

export const listAnnouncementsHandler = handle(
  listAnnouncements,
  async ({ params, query, actor }, services: FollowsServices) => {
    const { table, now } = services;
    const artist = await findByUsername(table, params.username, now());
    if (!artist) return fail("user_not_found");
    const callerId = actor?.userId;
    const limit = Math.min(query.limit, MAX_LISTED);
    const ids = await listIds(services, artist.userId, artist.userId === callerId, { ...query, limit });
    const found = new Map((await findAnnouncements(table, ids)).map((item) => [item.announcementId, item]));
    const items = ids.flatMap((id) => found.get(id) ?? []).filter((item) => isAnnouncementShownTo(callerId, item));
    return {
      items: await showAnnouncements(services, items, callerId),
      cursor: ids.at(-1) ?? null,
      hasMore: ids.length === limit,
    };
  },
);
