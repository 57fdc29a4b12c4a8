import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import type { Entity } from "dynamodb-toolbox/entity";
import { getTitle } from "../../areas/artwork/cards.ts";
import { findArtwork, isShownTo } from "../../areas/artwork/find-artwork.ts";
import { CollectionCommentEntity, MembershipEntity } from "../../areas/collections/collection.entity.ts";
import { findCollection, findUnblocked } from "../../areas/collections/find-collections.ts";
import { CommentEntity, parsePlace } from "../../areas/community/comment.entity.ts";
import { findTopComment } from "../../areas/community/find-comments.ts";
import { ReviewEntity } from "../../areas/community/review.entity.ts";
import { FavoriteEntity } from "../../areas/favorites/favorite.entity.ts";
import { FollowEntity } from "../../areas/follows/follow.entity.ts";
import { deliverNotification, type NotificationDraft } from "../../areas/notifications/deliver-notification.ts";
import type { OrderItem } from "../../areas/purchases/order/find-orders.ts";
import { becameRefunded, computeTotals, getReturned } from "../../areas/purchases/order/order-view.ts";
import { getDisputeNews } from "../../areas/purchases/stripe/dispute-states.ts";
import type { MailServices } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume, parseImage } from "./consume.ts";
import { mailNotice } from "./mail-notice.ts";
import { parseOrder } from "./order-images.ts";

type NotifyServices = MailServices & BaseServices;

/**
 * Notifies artists of comments, reviews, sales, favourites and followers, authors of replies to their comments, buyers of
 * refunds, both sides of disputes, people who are invited to a collection, and those who share it of comments. Derived from written
 * items, so that a crash loses nothing.
 */
export const notify = (event: DynamoDBStreamEvent, services: NotifyServices) =>
  consume(event, services, async (record) => {
    for (const draft of listOrderNotices(record)) await deliverNotification(draft, services);
    const invitation = findInvitation(record);
    if (invitation) await deliverNotification(invitation, services);
    const today = services.now().toISOString().slice(0, 10);
    for (const draft of await listCollectionCommentNotices(record, today, services))
      await deliverNotification(draft, services);
    const follower = findFollower(record, today);
    if (follower) await notifyRecipient(follower, services);
    const favorite = findFavorite(record, today);
    if (favorite) await notifyOwner(favorite, services);
    const interaction = findInteraction(record);
    if (!interaction) return;
    const { parent, ...draft } = interaction;
    const artwork = await findUndeleted(services, draft.artworkId);
    if (!artwork) return;
    const title = getTitle(artwork);
    const repliedTo =
      parent === null ? undefined : await findTopComment(services.table, { ...draft, commentId: parent });
    const author = repliedTo?.authorId;
    if (author !== artwork.ownerId) await notifyRecipient({ ...draft, userId: artwork.ownerId, title }, services);
    if (author && isShownTo(author, artwork))
      await notifyRecipient({ ...draft, userId: author, title, isReply: true }, services);
  });

async function findUndeleted({ table }: NotifyServices, artworkId: string) {
  const artwork = await findArtwork(table, artworkId);
  return artwork?.deletedAt ? undefined : artwork;
}

/** Notifies the recipient on the site and by mail, according to their choices. */
async function notifyRecipient(draft: NotificationDraft, services: NotifyServices) {
  await deliverNotification(draft, services);
  await mailNotice(draft, services);
}

async function notifyOwner(favorite: AboutArtwork, services: NotifyServices) {
  const artwork = await findUndeleted(services, favorite.artworkId);
  if (artwork) await notifyRecipient({ ...favorite, userId: artwork.ownerId, title: getTitle(artwork) }, services);
}

interface AboutArtwork extends Omit<NotificationDraft, "userId" | "title"> {
  readonly artworkId: string;
}

interface Interaction extends AboutArtwork {
  /** The parent comment. */
  readonly parent: string | null;
}

/** An item that was added to a list by this record, such as a new or renewed favourite. */
function findListed<E extends Entity>(record: DynamoDBRecord, entity: E) {
  const isListed = (image: "OldImage" | "NewImage") => record.dynamodb?.[image]?.rankedPk !== undefined;
  return isListed("NewImage") && !isListed("OldImage") ? parseImage(record, "NewImage", entity) : undefined;
}

/** A favourite that is removed and added again within a month doesn't notify again. */
function findFavorite(record: DynamoDBRecord, today: string): AboutArtwork | undefined {
  const favorite = findListed(record, FavoriteEntity);
  if (!favorite) return undefined;
  const { userId, artworkId, favoriteId } = favorite;
  return {
    type: "favorite",
    event: `favorite#${artworkId}#${userId}`,
    groupKey: `favorites#${artworkId}#${today}`,
    ref: favoriteId,
    artworkId,
    actorId: userId,
  };
}

function findFollower(record: DynamoDBRecord, today: string): NotificationDraft | undefined {
  const follow = findListed(record, FollowEntity);
  if (!follow) return undefined;
  const { userId, artistId, followId } = follow;
  return {
    type: "follower",
    userId: artistId,
    event: `follower#${userId}`,
    groupKey: `followers#${today}`,
    ref: followId,
    actorId: userId,
  };
}

/** Somebody who is invited again within a month isn't notified again. */
function findInvitation(record: DynamoDBRecord): NotificationDraft | undefined {
  const membership = record.eventName === "INSERT" ? parseImage(record, "NewImage", MembershipEntity) : undefined;
  if (!membership) return undefined;
  const { userId, collectionId, ownerId, title } = membership;
  return {
    type: "invitation",
    userId,
    event: `invitation#${collectionId}`,
    ref: collectionId,
    title,
    actorId: ownerId,
  };
}

/** One notification a day and collection for its owner and each member who sees it, of the day's first comment by another. */
async function listCollectionCommentNotices(
  record: DynamoDBRecord,
  today: string,
  { table }: NotifyServices,
): Promise<NotificationDraft[]> {
  const comment = record.eventName === "INSERT" ? parseImage(record, "NewImage", CollectionCommentEntity) : undefined;
  const collection = comment && (await findCollection(table, comment.collectionId));
  if (!collection) return [];
  const { collectionId, ownerId, memberIds = [], title } = collection;
  const unblocked = await findUnblocked(table, ownerId, memberIds);
  return [ownerId, ...unblocked].map((userId) => ({
    type: "collectionComment",
    userId,
    event: `collectionComment#${collectionId}#${today}`,
    ref: collectionId,
    title,
    actorId: comment.authorId,
  }));
}

function toCommentInteraction(record: DynamoDBRecord): Interaction | undefined {
  const comment = parseImage(record, "NewImage", CommentEntity);
  if (!comment?.authorId) return undefined;
  const { artworkId, place, authorId } = comment;
  const { commentId, parent } = parsePlace(place);
  return { type: "comment", event: commentId, ref: commentId, artworkId, actorId: authorId, parent };
}

/** By buyer and artwork: deleting a review and writing it again doesn't notify again. */
function findReview(record: DynamoDBRecord): Interaction | undefined {
  const review = parseImage(record, "NewImage", ReviewEntity);
  if (!review) return undefined;
  const { artworkId, buyerId, reviewId } = review;
  return { type: "review", event: `${artworkId}#${buyerId}`, ref: reviewId, artworkId, actorId: buyerId, parent: null };
}

const findInteraction = (record: DynamoDBRecord) =>
  record.eventName === "INSERT" ? (toCommentInteraction(record) ?? findReview(record)) : undefined;

/** Notifications of an order use its title: the artwork may have changed or be deleted. */
function listOrderNotices(record: DynamoDBRecord): NotificationDraft[] {
  const order = parseOrder(record, "NewImage");
  // A further licence is part of the order that pays for it.
  if (!order || order.leadOrderId) return [];
  const { orderId, buyerId, sellerId, artworkId, title, bookings = 0 } = order;
  const notice = { type: "order", ref: orderId, artworkId, title } as const;
  const toSeller = { ...notice, userId: sellerId, actorId: buyerId };
  const toBuyer = { ...notice, userId: buyerId, actorId: sellerId };
  if (record.eventName === "INSERT") {
    const { orderEarned } = computeTotals(order.amounts);
    return [{ ...toSeller, event: orderId, ...(orderEarned > 0 ? { earned: orderEarned } : {}) }];
  }
  const was = parseOrder(record, "OldImage");
  if (!was) return [];
  const refund = findRefund(was, order);
  const dispute = findDisputeNews(was, order);
  const event = `dispute#${order.dispute?.id}#${dispute}`;
  const refundEvent = `refund#${orderId}#${bookings}`;
  const isByOperators = refund === "whole" && order.operatorRefund !== undefined;
  return [
    ...(refund ? [{ ...toBuyer, refund, event: refundEvent }] : []),
    ...(isByOperators ? [{ ...toSeller, refund, isSale: true as const, event: refundEvent }] : []),
    ...(dispute ? [{ ...toSeller, dispute, event }] : []),
    // The buyer opened the dispute, and a lost one is covered by the refund's notification.
    ...(dispute && dispute !== "opened" && !refund ? [{ ...toBuyer, dispute, event }] : []),
  ];
}

function findDisputeNews(was: OrderItem, order: OrderItem): NotificationDraft["dispute"] {
  const { dispute } = order;
  if (!dispute) return undefined;
  const isFree = dispute.status === "prevented" && getReturned(order).spent === 0;
  const [before, now] = [was.dispute && getDisputeNews(was.dispute), isFree ? "closed" : getDisputeNews(dispute)];
  return before === now && was.dispute?.id === dispute.id ? undefined : now;
}

/** The refund between two states of an order. Money held during a dispute doesn't count, nor a full refund while it is pending. */
function findRefund(was: OrderItem, order: OrderItem): NotificationDraft["refund"] {
  if (order.status === "refunded") return becameRefunded(was, order) ? "whole" : undefined;
  const [before, now] = [getReturned(was).spent, getReturned(order).spent];
  const isPart = now > before && now < computeTotals(order.amounts).orderSpent;
  return isPart && order.status === "completed" ? "part" : undefined;
}
