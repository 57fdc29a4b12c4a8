import type { FormattedItem } from "dynamodb-toolbox/entity";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { MESSAGES } from "#shared/messages.ts";
import type { Person } from "#shared/model/account.ts";
import type { Deletable, Notification } from "#shared/model/community.ts";
import { NotificationId } from "#shared/model/ids.ts";
import { NOTIFICATION_KINDS } from "#shared/model/notifications.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { getKeyPrefix } from "../../platform/table/item-key.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { findAnnouncements, isPublic } from "../announcements/find-announcements.ts";
import { findVisibleComments, findVisibleReviews } from "../community/find-visible.ts";
import type { OrderItem } from "../purchases/order/find-orders.ts";
import { findSubjects } from "../purchases/order/find-subjects.ts";
import { findPeople } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { NotificationEntity, ProcessedEventEntity } from "./notification.entity.ts";

type About = Pick<FormattedItem<typeof NotificationEntity>, "type" | "ref" | "artworkId" | "actorId">;
type AboutArtwork = About & { readonly artworkId: string };

const isAboutArtwork = (item: About): item is AboutArtwork =>
  NOTIFICATION_KINDS[item.type].page === "artwork" && item.artworkId !== undefined;

const removeDuplicates = <T>(items: readonly T[], getKey: (item: T) => string) => [
  ...new Map(items.map((item) => [getKey(item), item])).values(),
];

const buildReviewKey = ({ artworkId, actorId }: AboutArtwork) => `${artworkId}#${actorId}`;

const toSubject = ({ type, ref, artworkId }: About) => ({
  artworkId,
  orderId: NOTIFICATION_KINDS[type].page === "orders" ? ref : undefined,
});

type Shown = Pick<Notification, "picture" | "licenseType" | "furtherWorks" | "deleted"> &
  Partial<Pick<Notification, "title">>;

const toSold = ({ licenseType, itemOrderIds = [] }: OrderItem) =>
  itemOrderIds.length > 0 ? { furtherWorks: itemOrderIds.length } : { licenseType };

/** Reads the subjects of up to 50 notifications: licence, picture, and if their reader can no longer see them; orders always stay. */
async function findShown(table: OpenTable, readerId: string, items: readonly About[]): Promise<(item: About) => Shown> {
  const about = items.filter(isAboutArtwork);
  const comments = removeDuplicates(
    about.filter(({ type }) => type === "comment"),
    ({ ref }) => ref,
  );
  const reviews = removeDuplicates(
    about.filter(({ type }) => type === "review"),
    buildReviewKey,
  );
  const [{ getCard, getOrder, getPicture }, standingComments, standingReviews, announcements] = await Promise.all([
    findSubjects(table, readerId, items.map(toSubject)),
    findVisibleComments(
      table,
      comments.map(({ artworkId, ref }) => ({ artworkId, commentId: ref })),
    ),
    findVisibleReviews(
      table,
      reviews.map(({ artworkId, actorId }) => ({ artworkId, buyerId: actorId })),
    ),
    findAnnouncements(
      table,
      items.flatMap(({ type, ref }) => (type === "announcement" ? ref : [])),
    ),
  ]);
  const standing = new Map(announcements.filter(isPublic).map((item) => [item.announcementId, item]));
  function getDeleted(item: About): Deletable | undefined {
    if (item.type === "announcement") return standing.has(item.ref) ? undefined : "announcement";
    if (!isAboutArtwork(item)) return undefined;
    if (!getCard(item)) return "artwork";
    if (item.type === "comment" && !standingComments.has(item.ref)) return "comment";
    return item.type === "review" && !standingReviews.has(buildReviewKey(item)) ? "review" : undefined;
  }
  return (item) => {
    const subject = toSubject(item);
    const [deleted, order] = [getDeleted(item), getOrder(subject)];
    const picture = deleted === "announcement" ? null : getPicture(subject);
    const announcement = item.type === "announcement" ? standing.get(item.ref) : undefined;
    return {
      ...(deleted ? { deleted } : {}),
      ...(picture ? { picture } : {}),
      ...(order ? toSold(order) : {}),
      ...(announcement ? { title: announcement.title } : {}),
    };
  };
}

const formatter = NotificationEntity.build(EntityFormatter);

export async function findNotification(table: OpenTable, key: { userId: string; notificationId: string }) {
  const { Item } = await table.send(NotificationEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item;
}

export type NotificationItem = NonNullable<Awaited<ReturnType<typeof findNotification>>>;

/** The notification of an event, where it was delivered in the last 30 days. */
export async function findNotificationId(table: OpenTable, key: { userId: string; event: string }) {
  const { Item } = await table.send(ProcessedEventEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item?.notificationId;
}

/** A user's notifications after the cursor, in delivery order or reversed, newest first. */
export async function queryNotifications(
  table: OpenTable,
  userId: string,
  { cursor, limit, reverse }: { cursor?: string | undefined; limit: number; reverse: boolean },
): Promise<NotificationItem[]> {
  const { pk, sk } = getKeyPrefix(NotificationEntity, { userId });
  return queryPage(
    table,
    { partition: pk, range: { beginsWith: sk } },
    {
      limit,
      reverse,
      consistent: true,
      exclusiveStartKey: cursor ? { pk, sk: sk + cursor } : undefined,
    },
    (item) => formatter.format(item),
  );
}

/** Number of a user's unread notifications. */
export const countUnread = async (table: OpenTable, userId: string) => (await findUser(table, userId))?.unread ?? 0;

export function buildLink(
  { type, ref, artworkId }: Pick<NotificationItem, "type" | "ref" | "artworkId">,
  { name }: Person,
) {
  const { page } = NOTIFICATION_KINDS[type];
  return `/${page}/${{ announcement: ref, artwork: artworkId, collection: ref, messages: ref, orders: ref, user: name }[page]}`;
}

/** True if the subject's id doesn't tell the time: orders are older than their refunds, announcements wait, thread ids are random. */
const isOlderRef = ({ type, refund, dispute }: Pick<NotificationItem, "type" | "refund" | "dispute">) =>
  refund !== undefined ||
  dispute !== undefined ||
  ["announcement", "artwork", "collectionComment", "invitation", "message"].includes(type);

/** Followers may be many and strangers: they no longer see the title of what was removed. */
function getShownTitle({ type, title }: NotificationItem, { deleted, title: current = title }: Shown) {
  if (type === "artwork" && deleted) return MESSAGES.goneArtwork;
  return deleted === "announcement" ? MESSAGES.goneAnnouncement : current;
}

const toNotification = (item: NotificationItem, actor: Person, shown: Shown): Notification => ({
  id: NotificationId.parse(item.notificationId),
  type: item.type,
  link: buildLink(item, actor),
  ref: item.ref,
  read: item.read,
  created: getCreatedAt(isOlderRef(item) ? item.notificationId : item.ref),
  ...(item.earned === undefined ? {} : { earned: item.earned }),
  ...(item.count === undefined ? {} : { count: item.count }),
  ...(item.refund ? { refund: item.refund } : {}),
  ...(item.isSale ? { isSale: true } : {}),
  ...(item.dispute ? { dispute: item.dispute } : {}),
  ...(item.messageKind ? { messageKind: item.messageKind } : {}),
  actor,
  ...(item.isReply ? { isReply: true } : {}),
  ...(item.firstSale ? { firstSale: true } : {}),
  ...shown,
  title: getShownTitle(item, shown),
});

/** Notifications as their reader sees them: with the actors' current names, pictures and deleted subjects. */
export async function showNotifications(table: OpenTable, userId: string, items: readonly NotificationItem[]) {
  const [getPerson, getShown] = await Promise.all([
    findPeople(
      table,
      items.map(({ actorId }) => actorId),
    ),
    findShown(table, userId, items),
  ]);
  return mapReadable(items, (item) => toNotification(item, getPerson(item.actorId), getShown(item)));
}
