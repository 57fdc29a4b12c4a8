import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { AnnouncementChange, AnnouncementForm } from "#shared/model/announcement.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { DAY_MS, epochSeconds } from "../../platform/runtime/time.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { backOff, CONFLICT_ATTEMPTS } from "../../platform/table/retries.ts";
import { type ConditionalWrite, transact } from "../../platform/table/transact.ts";
import { findEarlierId, transactOnce } from "../../platform/table/transact-once.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { findDiscount, getDiscountState } from "../purchases/order/discount.ts";
import { buildOpenAccountCheck } from "../users/open-account.ts";
import {
  AnnouncementEntity,
  buildAnnouncementPlace,
  buildAnnouncementsPartition,
  SCHEDULED_ANNOUNCEMENTS,
} from "./announcement.entity.ts";
import { buildTimesUpdate, findAnnouncementTimes, refuseFullWeek } from "./announcement-times.ts";
import { type AnnouncementItem, findAnnouncement, isRestorable, isTooLate } from "./find-announcements.ts";

interface Services extends Pick<BaseServices, "now" | "newId" | "features"> {
  readonly table: OpenTable;
}

const refuseField = (field: "artworkIds" | "discountId" | "publishAt", message: string) =>
  fail("invalid_request", { fields: { [field]: message } });

/** Refuses artwork that isn't the artist's own and visible. */
async function refuseArtworks({ table }: Services, artistId: string, artworkIds: readonly string[]) {
  const cards = await findCards(table, artworkIds);
  const areOwn = artworkIds.every((artworkId) => {
    const card = cards.get(artworkId);
    return card?.ownerId === artistId && isShownTo(undefined, card);
  });
  return areOwn ? undefined : refuseField("artworkIds", MESSAGES.notOwnVisible);
}

/** Refuses a code that isn't the artist's own or is over; every code on stages without discounts. */
async function refuseDiscount({ table, features, now }: Services, artistId: string, discountId: string) {
  const discount = features.discounts ? await findDiscount(table, { discountId }) : undefined;
  const isOwn = discount?.sellerId === artistId && ["active", "scheduled"].includes(getDiscountState(discount, now()));
  return isOwn ? undefined : refuseField("discountId", MESSAGES.discountNotOwn);
}

/** The time in ISO 8601 as it is stored, or a refusal of one in the past or too far away. */
function toPublishAt(text: string, now: Date): string | Failure<"invalid_request"> {
  const time = new Date(text);
  if (time <= now) return refuseField("publishAt", MESSAGES.announcementInPast);
  if (time.getTime() - now.getTime() > LIMITS.announcement.daysAhead * DAY_MS)
    return refuseField("publishAt", MESSAGES.announcementTooFar);
  return time.toISOString();
}

const toSeconds = (time: string) => epochSeconds(new Date(time));

/** Repeats a write while the artist's other announcements change at the same moment. */
async function retryMoved<T>(write: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    const outcome = await write();
    const isMoved = outcome instanceof Failure && outcome.code === "announcement_moved";
    if (!isMoved || tried === CONFLICT_ATTEMPTS) return outcome;
    await backOff(tried);
  }
}

interface Writing {
  readonly artistId: string;
  readonly form: AnnouncementForm;
  readonly idempotencyKey: string | undefined;
}

/**
 * The identity of a call, and the announcement that an earlier one made. Without a key, the same content counts as the same
 * call, unless its announcement was deleted since.
 */
async function findRepeated({ table, now, newId }: Services, { artistId, form, idempotencyKey }: Writing) {
  const once = { userId: artistId, idempotencyKey: idempotencyKey ?? "", resultId: newId(), now: now() };
  for (let request: object = { announcement: form }; ; ) {
    const earlierId = await findEarlierId(table, { ...once, request });
    const earlier = earlierId ? await findAnnouncement(table, earlierId) : undefined;
    const isOver = earlierId && (!earlier || earlier.deletedAt);
    if (!isOver) return { once: { ...once, request }, earlier };
    if (idempotencyKey) return fail("announcement_not_found");
    request = { announcement: form, after: earlierId };
  }
}

/** Stores a new announcement and returns it; of repeated calls, the one that was stored first. */
export async function writeAnnouncement(services: Services, writing: Writing) {
  const { table, now } = services;
  const { artistId, form } = writing;
  const repeated = await findRepeated(services, writing);
  if (repeated instanceof Failure) return repeated;
  const { once, earlier } = repeated;
  if (earlier) return earlier;
  const artworkIds = [...new Set(form.artworkIds)];
  const { discountId } = form;
  const refused =
    (await refuseArtworks(services, artistId, artworkIds)) ??
    (discountId ? await refuseDiscount(services, artistId, discountId) : undefined);
  if (refused) return refused;
  const at = now();
  const publishAt = form.publishAt ? toPublishAt(form.publishAt, at) : at.toISOString();
  if (publishAt instanceof Failure) return publishAt;

  const { resultId: announcementId } = once;
  const isPublished = !form.publishAt;
  const item = {
    announcementId,
    artistId,
    title: form.announcementTitle,
    text: form.announcementText,
    artworkIds,
    ...(discountId ? { discountId } : {}),
    publishAt,
    isPublished,
    isDelivered: false,
    list: isPublished ? buildAnnouncementsPartition(artistId) : SCHEDULED_ANNOUNCEMENTS,
    place: buildAnnouncementPlace(publishAt, announcementId),
    ofArtist: buildAnnouncementsPartition(artistId),
  };
  return retryMoved(async () => {
    const times = await findAnnouncementTimes(table, artistId);
    const full = refuseFullWeek(times, announcementId, toSeconds(publishAt));
    if (full) {
      // The same call may have filled the week since the first look.
      const other = await findRepeated(services, writing);
      return other instanceof Failure ? other : (other.earlier ?? full);
    }
    const outcome = await transactOnce(table, once, [
      buildOpenAccountCheck(artistId),
      buildTimesUpdate(artistId, times, { announcementId, at: toSeconds(publishAt) }, at),
      { write: AnnouncementEntity.build(PutTransaction).item(item) },
    ]);
    if (outcome instanceof Failure) return outcome;
    return (outcome ? await findAnnouncement(table, outcome.earlierId) : undefined) ?? item;
  });
}

/** The announcement as it was read, unless its content or state changed since. */
const buildUnchanged = ({ isPublished, deletedAt, takenDownAt, revision }: AnnouncementItem) => ({
  and: [
    ifUnchanged("revision", revision),
    { attr: "isPublished" as const, eq: isPublished },
    ifUnchanged("deletedAt", deletedAt),
    ifUnchanged("takenDownAt", takenDownAt),
  ],
});

/** The time after a change, null for one that publishes now, as one whose time passed while it was deleted does. */
function changePublishAt(before: AnnouncementItem, change: AnnouncementChange, now: Date) {
  const { isPublished, publishAt } = before;
  const wanted = change.publishAt;
  const isSame = wanted === undefined || (wanted !== null && new Date(wanted).toISOString() === publishAt);
  if (isSame && !isPublished && publishAt <= now.toISOString() && !isTooLate(before, now)) return null;
  if (isSame || (isPublished && wanted === null)) return publishAt;
  if (isPublished) return refuseField("publishAt", MESSAGES.announcementPublished);
  return wanted === null ? null : toPublishAt(wanted, now);
}

const isSameContent = (one: AnnouncementItem, other: AnnouncementItem) =>
  one.title === other.title &&
  one.text === other.text &&
  one.discountId === other.discountId &&
  one.artworkIds.join() === other.artworkIds.join();

/** Changes an artist's announcement, or puts it back, and returns it. One that was taken down can only be put back as it is. */
export const changeAnnouncement = (
  services: Services,
  { announcementId, artistId }: { readonly announcementId: string; readonly artistId: string },
  change: AnnouncementChange,
) =>
  retryMoved(async () => {
    const { table } = services;
    const now = services.now();
    const before = await findAnnouncement(table, announcementId);
    if (before?.artistId !== artistId) return fail("announcement_not_found");
    const isRestored = before.deletedAt !== undefined;
    if (isRestored && !(change.deleted === false && isRestorable(before, now))) return fail("announcement_not_found");
    const publishAt = changePublishAt(before, change, now);
    if (publishAt instanceof Failure) return publishAt;

    const { deletedAt: _deletedAt, expires: _expires, ...kept } = before;
    const discountId = change.discountId === undefined ? before.discountId : (change.discountId ?? undefined);
    const isPublished = before.isPublished || publishAt === null;
    const after: AnnouncementItem = {
      ...kept,
      title: change.announcementTitle ?? before.title,
      text: change.announcementText ?? before.text,
      artworkIds: change.artworkIds ? [...new Set<string>(change.artworkIds)] : before.artworkIds,
      discountId,
      publishAt: publishAt ?? now.toISOString(),
      isPublished,
    };
    const isEdited = !isSameContent(before, after);
    const isMoved = after.publishAt !== before.publishAt;
    if (before.takenDownAt && (isEdited || isMoved || !isRestored)) return fail("announcement_taken_down");
    if (!isEdited && !isMoved && !isRestored) return before;
    const refused =
      (after.artworkIds === before.artworkIds
        ? undefined
        : await refuseArtworks(services, artistId, after.artworkIds)) ??
      (discountId && discountId !== before.discountId
        ? await refuseDiscount(services, artistId, discountId)
        : undefined);
    if (refused) return refused;

    const stored: AnnouncementItem = {
      ...after,
      ...(isEdited && before.isPublished ? { editedAt: now.toISOString() } : {}),
      list: isPublished ? buildAnnouncementsPartition(artistId) : SCHEDULED_ANNOUNCEMENTS,
      place: buildAnnouncementPlace(after.publishAt, announcementId),
    };
    const writes: ConditionalWrite<"forbidden" | "announcement_moved">[] = [
      buildOpenAccountCheck(artistId),
      {
        write: AnnouncementEntity.build(UpdateTransaction)
          .item({
            announcementId,
            title: stored.title,
            text: stored.text,
            artworkIds: $set(stored.artworkIds),
            discountId: stored.discountId ?? $remove(),
            publishAt: stored.publishAt,
            isPublished,
            revision: (before.revision ?? 0) + 1,
            editedAt: stored.editedAt ?? $remove(),
            list: stored.list,
            place: stored.place,
            deletedAt: $remove(),
            expires: $remove(),
          })
          .options({ condition: buildUnchanged(before) }),
        failure: "announcement_moved",
      },
    ];
    // The time of a deleted one that hadn't gone out was free meanwhile.
    if (isMoved || (isRestored && !before.isPublished)) {
      const times = await findAnnouncementTimes(table, artistId);
      const at = toSeconds(stored.publishAt);
      const full = refuseFullWeek(times, announcementId, at);
      if (full) return full;
      writes.push(buildTimesUpdate(artistId, times, { announcementId, at }, now));
    }
    return (await transact(table, writes)) ?? stored;
  });

/** Deletes an artist's announcement; the time of one that hadn't gone out is free again. */
export const removeAnnouncement = (
  services: Services,
  { announcementId, artistId }: { readonly announcementId: string; readonly artistId: string },
) =>
  retryMoved(async () => {
    const { table } = services;
    const now = services.now();
    const before = await findAnnouncement(table, announcementId);
    if (before?.artistId !== artistId) return fail("announcement_not_found");
    if (before.deletedAt) return undefined;
    const writes: ConditionalWrite<"forbidden" | "announcement_moved">[] = [
      buildOpenAccountCheck(artistId),
      {
        write: AnnouncementEntity.build(UpdateTransaction)
          .item({
            announcementId,
            deletedAt: now.toISOString(),
            expires: epochSeconds(now) + LIFETIMES.deletedAnnouncement,
            list: $remove(),
          })
          .options({ condition: buildUnchanged(before) }),
        failure: "announcement_moved",
      },
    ];
    if (!before.isPublished) {
      const times = await findAnnouncementTimes(table, artistId);
      writes.push(buildTimesUpdate(artistId, times, { announcementId, at: undefined }, now));
    }
    return transact(table, writes);
  });
