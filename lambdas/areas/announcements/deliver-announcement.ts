import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { isWanted } from "#shared/model/notifications.ts";
import type { DeferredMails } from "../../platform/mail/open-deferred-mails.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { conditionHeld, ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { hasBlocked } from "../messages/find-blocks.ts";
import { deliverNotification } from "../notifications/deliver-notification.ts";
import { findOpenUser } from "../users/open-account.ts";
import { AnnouncementEntity } from "./announcement.entity.ts";
import { type AnnouncementItem, findAnnouncement, isPublic } from "./find-announcements.ts";

interface Services extends BaseServices {
  readonly table: OpenTable;
  readonly deferredMails: DeferredMails;
}

/** The announcement, while it is public and its artist's account is open. */
export async function findPublicAnnouncement(table: OpenTable, announcementId: string) {
  const announcement = await findAnnouncement(table, announcementId);
  if (!announcement || !isPublic(announcement)) return undefined;
  return (await findOpenUser(table, announcement.artistId)) ? announcement : undefined;
}

/** Moves the cursor to the end of a page, or finishes. False if another message already did. */
const advanceDelivery = (table: OpenTable, { announcementId, cursor }: AnnouncementItem, last: string | undefined) =>
  conditionHeld(
    table.send(
      AnnouncementEntity.build(UpdateItemCommand)
        .item({ announcementId, cursor: last ?? $remove(), isDelivered: last === undefined })
        .options({ condition: { and: [{ attr: "isDelivered", eq: false }, ifUnchanged("cursor", cursor)] } }),
    ),
  );

/** The first visible artwork, whose picture the notification shows. */
async function findPictured(table: OpenTable, { artworkIds }: AnnouncementItem) {
  const cards = await findCards(table, artworkIds);
  return artworkIds.find((artworkId) => {
    const card = cards.get(artworkId);
    return card && isShownTo(undefined, card);
  });
}

/**
 * The delivery of a public announcement to its artist's followers. A follower is notified once, and mailed once if they want
 * it; nobody is whom either side has blocked.
 */
export async function openDelivery(announcementId: string, services: Services) {
  const { table, newId, deferredMails } = services;
  const announcement = await findPublicAnnouncement(table, announcementId);
  if (!announcement) return undefined;
  const { artistId, title, cursor, isDelivered } = announcement;
  const artworkId = await findPictured(table, announcement);
  const draft = {
    type: "announcement",
    event: `announcement#${announcementId}`,
    ref: announcementId,
    ...(artworkId ? { artworkId } : {}),
    actorId: artistId,
    title,
  } as const;
  return {
    artistId,
    cursor,
    isOver: isDelivered,
    advance: (last: string | undefined) => advanceDelivery(table, announcement, last),
    async notify(userId: string) {
      if (await hasBlocked(table, artistId, userId)) return;
      await deliverNotification({ ...draft, userId }, services);
      const reader = await findOpenUser(table, userId);
      if (!reader || !isWanted(reader.notices, "announcementMail")) return;
      await deferredMails.announce({ announcementId, userId, requestId: newId() });
    },
  };
}
