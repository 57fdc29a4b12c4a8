import type { FeatureSwitches } from "#shared/features.ts";
import {
  ACTIONS_BY_KIND,
  type ArtworkAction,
  type Case,
  type CaseAction,
  type CaseDetail,
  type ReviewedArtwork,
  UNDOABLE_ACTIONS,
} from "#shared/model/case.ts";
import { ArtworkId, ThreadId, VersionId } from "#shared/model/ids.ts";
import { CaseId } from "#shared/model/operator.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import type { OpenIndex } from "../../search-engine/engine.ts";
import { unlessAway } from "../../search-engine/engine.ts";
import { type AnnouncementItem, findAnnouncement, isRestorable } from "../announcements/find-announcements.ts";
import { showAnnouncements } from "../announcements/show-announcements.ts";
import { getTexts, getTitle, isMature, toCard, toPicture } from "../artwork/cards.ts";
import { type ArtworkItem, findArtwork } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { findVersions } from "../artwork/find-versions.ts";
import { TakedownEntity } from "../artwork/takedown.entity.ts";
import { findAnswered, findOpenTakedowns, isReported, isRestored, type Takedown } from "../artwork/takedowns.ts";
import { findThread } from "../messages/find-threads.ts";
import { findOrder, findOrders, type OrderItem } from "../purchases/order/find-orders.ts";
import { getOrderTitle, isRefundable } from "../purchases/order/order-view.ts";
import { findCopiedWorks } from "../search/find-copies.ts";
import { findNotice } from "../support/find-notice.ts";
import { findPeople } from "../users/find-people.ts";
import { findOpenUser } from "../users/open-account.ts";
import { isSuspended } from "../users/suspension.ts";
import { findAccount } from "./find-account.ts";
import { type CaseItem, findCasesAbout } from "./find-cases.ts";
import { showOrder } from "./show-order.ts";
import { type PictureServices, showOrderPictures } from "./show-order-pictures.ts";

interface Services extends PictureServices {
  readonly now: () => Date;
}

/** The previews of an artwork or version; operators see those of blocked artwork, which the site doesn't have, by signed links. */
async function findReviewedPreviews(
  { withheldPreviews }: Services,
  item: Parameters<typeof toPicture>[0],
  { blocked }: Pick<ArtworkItem, "blocked">,
) {
  const { previewKey, width, height } = item.card;
  return blocked ? withheldPreviews.signPreviews(previewKey, width, height) : toPicture(item).previews;
}

/** The picture of an artwork or version as operators see it. */
const showPicture = async (
  services: Services,
  item: Parameters<typeof toPicture>[0] & Parameters<typeof getTexts>[0],
  artwork: Parameters<typeof isMature>[0] & Pick<ArtworkItem, "blocked">,
) => ({
  ...toPicture(item),
  previews: await findReviewedPreviews(services, item, artwork),
  artworkAlt: getTexts(item).artworkAlt || undefined,
  mature: isMature(artwork),
});

/** An outcome can be undone as long as nobody was mailed that can't be mailed again. */
const isUndoable = ({ status, kind, outcome }: CaseItem) =>
  status === "closed" && kind !== "review" && UNDOABLE_ACTIONS.some((action) => action === outcome);

/** Titles and pictures of the cases' orders, as they were bought. */
async function findShownOrders(services: Services, items: readonly CaseItem[]) {
  const orders = await findOrders(services.table, [...new Set(items.flatMap(({ orderId }) => orderId ?? []))]);
  const getPicture = await showOrderPictures(services, orders);
  return new Map(orders.map((order) => [order.orderId, { title: getOrderTitle(order), picture: getPicture(order) }]));
}

/** Cases as a list shows them, with pictures and people read in one batch each. */
export async function showCases(services: Services, items: readonly CaseItem[]): Promise<Case[]> {
  const { table } = services;
  const now = services.now().toISOString();
  const ids = [...new Set(items.flatMap(({ artworkId }) => artworkId ?? []))];
  const userIds = items.flatMap(({ authorId, takenBy, closedBy }) => [authorId, takenBy, closedBy]);
  const [cards, orders, getPerson] = await Promise.all([
    findCards(table, ids),
    findShownOrders(services, items),
    findPeople(
      table,
      userIds.flatMap((userId) => userId ?? []),
    ),
  ]);
  const findPerson = (userId: string | undefined) => (userId ? getPerson(userId) : null);
  const pictures = new Map(
    await Promise.all(
      [...cards.values()]
        .filter(({ deletedAt }) => !deletedAt)
        .map(async (card) => [card.artworkId, await showPicture(services, card, card)] as const),
    ),
  );
  return mapReadable(items, (item) => {
    const card = item.artworkId ? cards.get(item.artworkId) : undefined;
    const order = item.orderId ? orders.get(item.orderId) : undefined;
    const isTaken = item.status === "open" && item.takenUntil !== undefined && item.takenUntil > now;
    return {
      caseId: CaseId.parse(item.caseId),
      kind: item.kind,
      status: item.status,
      place: item.place,
      created: item.created,
      dueAt: item.dueAt,
      title: item.title ?? order?.title ?? (card ? getTitle(card) : null),
      picture: order?.picture ?? pictures.get(item.artworkId ?? "") ?? null,
      text: item.text ?? null,
      author: findPerson(item.authorId),
      takenBy: isTaken ? findPerson(item.takenBy) : null,
      takenUntil: isTaken ? (item.takenUntil ?? null) : null,
      closedBy: findPerson(item.closedBy),
      closedAt: item.closedAt ?? null,
      outcome: item.outcome ?? null,
      reason: item.reason ?? null,
      rule: item.rule ?? null,
      undoable: isUndoable(item),
    };
  });
}

export const getState = ({ deletedAt, blocked, visibility }: Partial<ArtworkItem>): ReviewedArtwork["state"] =>
  deletedAt ? "deleted" : blocked ? "blocked" : visibility === "visible" ? "visible" : "hidden";

async function showArtwork(services: Services, artwork: ArtworkItem): Promise<ReviewedArtwork> {
  return {
    card: { ...toCard(artwork), previews: await findReviewedPreviews(services, artwork, artwork) },
    state: getState(artwork),
    flagged: artwork.card.flagged === true,
    owner: await findAccount(services.table, artwork.ownerId),
  };
}

/** Artwork by its ids, deleted and hidden ones included; malformed and missing ones are left out. */
export async function showArtworks(services: Services, ids: readonly string[]): Promise<ReviewedArtwork[]> {
  const found = await Promise.all(
    ids.map(async (artworkId) => {
      const artwork = await findArtwork(services.table, artworkId);
      return artwork ? showArtwork(services, artwork) : undefined;
    }),
  );
  return found.flatMap((artwork) => artwork ?? []);
}

/** The open takedowns that a counter-notice answers, the oldest first. */
export const findAppealed = async (
  table: OpenTable,
  { kind, caseId, artworkId }: Pick<CaseItem, "kind" | "caseId" | "artworkId">,
): Promise<readonly Takedown[]> =>
  kind === "counter_notice" && artworkId ? findAnswered(await findOpenTakedowns(table, artworkId), caseId) : [];

/** Actions about an artwork, which its owner may have deleted. */
const ARTWORK_ONLY: readonly CaseAction[] = ["take_down", "mark_mature", "restore", "keep_down"];

/** The suspension that an appeal answers, while it is in force. */
export async function findAppealedSuspension(table: OpenTable, { kind, caseId, authorId }: CaseItem) {
  const user = kind === "appeal" && authorId ? await findOpenUser(table, authorId) : undefined;
  return user && isSuspended(user) && user.suspension.suspensionId === caseId ? user : undefined;
}

/** The reported announcement, also deleted as long as its artist can put it back. */
export async function findReportedAnnouncement(
  { table, now }: { readonly table: OpenTable; readonly now: () => Date },
  { announcementId }: Pick<CaseItem, "announcementId">,
) {
  const announcement = announcementId ? await findAnnouncement(table, announcementId) : undefined;
  return announcement?.deletedAt && !isRestorable(announcement, now()) ? undefined : announcement;
}

/** The announcement as its artist sees it. */
async function showAnnouncement(
  services: { readonly table: OpenTable; readonly now: () => Date; readonly features: FeatureSwitches },
  item: AnnouncementItem,
) {
  const [announcement] = await showAnnouncements(services, [item], item.artistId);
  if (!announcement) return null;
  return { announcement, owner: await findAccount(services.table, item.artistId), deletedAt: item.deletedAt };
}

/** True if an action on an order, or any other action, can be done. */
const isPossible = (action: CaseAction, order: OrderItem | undefined) =>
  (action !== "refund" || (order !== undefined && isRefundable(order))) &&
  (action !== "send_evidence" || order?.dispute?.due !== undefined);

interface CaseSubject {
  /** The artwork's. */
  readonly state: ReviewedArtwork["state"] | undefined;
  /** True if the suspension or takedown that an appeal answers is in force. */
  readonly isAppealed: boolean;
  readonly order?: OrderItem | undefined;
  readonly announcement?: AnnouncementItem | undefined;
}

/** The actions that a case offers. An announcement can only be taken down. */
export function listActions(
  { kind, status, announcementId }: CaseItem,
  { state, isAppealed, order, announcement }: CaseSubject,
): CaseAction[] {
  if (status === "closed") return [];
  // Nothing is left to decide once the decision was reversed, or its account or artwork is gone.
  if (kind === "appeal" && !isAppealed) return ["close"];
  if (kind === "counter_notice" && (!isAppealed || state !== "blocked")) return ["close"];
  if (announcementId) {
    const canBeTakenDown = announcement !== undefined && announcement.takenDownAt === undefined;
    return ACTIONS_BY_KIND[kind].filter(
      (action) => !ARTWORK_ONLY.includes(action) || (action === "take_down" && canBeTakenDown),
    );
  }
  const hasArtwork = state !== undefined && state !== "deleted";
  return ACTIONS_BY_KIND[kind].filter(
    (action) => (hasArtwork || !ARTWORK_ONLY.includes(action)) && isPossible(action, order),
  );
}

/** A case with its subject and both sides. */
export async function showCase(
  services: Services & {
    readonly features: FeatureSwitches;
    readonly operatorsAddress: string;
    readonly siteOrigin: string;
  },
  item: CaseItem,
  operatorId: string,
): Promise<CaseDetail> {
  const { table, operatorsAddress } = services;
  const [
    [shown],
    [artwork],
    announcement,
    copies,
    notice,
    thread,
    writer,
    reported,
    appealed,
    suspended,
    order,
    seller,
  ] = await Promise.all([
    showCases(services, [item]),
    showArtworks(services, item.artworkId ? [item.artworkId] : []),
    findReportedAnnouncement(services, item),
    showArtworks(services, item.copies ?? []),
    findNotice(table, item.caseId),
    item.threadId ? findThread(table, item.threadId) : undefined,
    item.authorId ? findAccount(table, item.authorId) : undefined,
    item.reportedId ? findAccount(table, item.reportedId) : null,
    findAppealed(table, item),
    findAppealedSuspension(table, item),
    item.orderId ? findOrder(table, item.orderId) : undefined,
    item.sellerId ? findAccount(table, item.sellerId) : null,
  ]);
  if (!shown) throw new Error(`The case ${item.caseId} isn't shown`);
  const [first] = appealed;
  return {
    ...shown,
    title: shown.title ?? thread?.title ?? null,
    email: notice?.email ?? null,
    href: item.href ?? null,
    writer: writer ?? null,
    reported,
    artwork: artwork ?? null,
    announcement: announcement ? await showAnnouncement(services, announcement) : null,
    copies,
    threadId: item.threadId ? ThreadId.parse(item.threadId) : null,
    appeal: first
      ? {
          reason: first.reason,
          answer: first.answer ?? "",
          restoreFrom: first.restoreFrom ?? "",
          reported: appealed.some(isReported),
          own: appealed.some(({ decidedBy }) => decidedBy === operatorId),
        }
      : suspended
        ? {
            reason: suspended.suspension.reason,
            answer: item.text ?? "",
            restoreFrom: null,
            reported: false,
            own: suspended.suspendedBy === operatorId,
          }
        : null,
    order: order ? await showOrder(services, order) : null,
    seller,
    actions: listActions(item, {
      state: artwork?.state,
      isAppealed: suspended !== undefined || appealed.length > 0,
      order,
      announcement,
    }),
    answer: item.answer ?? null,
    repliesTo: operatorsAddress,
  };
}

/** The actions that an artwork offers. */
function listArtworkActions({ state, flagged }: ReviewedArtwork, open: readonly Takedown[]): ArtworkAction[] {
  if (state === "deleted") return [];
  const answered = open.length > 0 && open.every(({ answeredAt }) => answeredAt);
  return [
    state === "blocked" || open.length > 0 ? "restore" : "take_down",
    ...(open.length > 0 && !answered ? (["record_answer"] as const) : []),
    flagged ? "unmark_mature" : "mark_mature",
  ];
}

/** An artwork with its versions, takedowns, cases and copies. */
export async function showArtworkRecord(services: Services & { readonly index: OpenIndex }, artwork: ArtworkItem) {
  const { table, index } = services;
  const { artworkId } = artwork;
  const [shown, versions, takedowns, cases, copied] = await Promise.all([
    showArtwork(services, artwork),
    findVersions(table, artworkId),
    queryAll(table, TakedownEntity, { artworkId }),
    findCasesAbout(table, artworkId),
    artwork.deletedAt ? [] : unlessAway(findCopiedWorks(index, artwork), () => []),
  ]);
  const [shownCases, shownVersions, copies, getPerson] = await Promise.all([
    showCases(services, cases),
    Promise.all(
      versions.map(async (version) => ({
        versionId: VersionId.parse(version.versionId),
        title: getTitle(version),
        picture: await showPicture(services, version, artwork),
        created: getCreatedAt(version.versionId),
        sold: version.sold,
      })),
    ),
    showArtworks(
      services,
      copied.map((copy) => copy.artworkId),
    ),
    findPeople(
      table,
      takedowns.flatMap(({ decidedBy }) => decidedBy ?? []),
    ),
  ]);
  return {
    ...shown,
    artworkId: ArtworkId.parse(artworkId),
    sales: versions.reduce((sum, { sold }) => sum + sold, 0),
    versions: shownVersions.toSorted((one, other) => (one.versionId < other.versionId ? 1 : -1)),
    takedowns: takedowns.toReversed().map(({ takedownId, reason, rule, reporter, decidedBy, ...takedown }) => ({
      takedownId,
      created: getCreatedAt(takedownId),
      reason,
      rule: rule ?? null,
      reporter,
      decidedBy: decidedBy ? getPerson(decidedBy) : null,
      answer: takedown.answer ?? null,
      restoreFrom: takedown.restoreFrom ?? null,
      restoredAt: takedown.restoredAt ?? (isRestored(takedown) ? (takedown.answeredAt ?? null) : null),
    })),
    cases: shownCases,
    copies,
    actions: listArtworkActions(
      shown,
      takedowns.filter((takedown) => !isRestored(takedown)),
    ),
  };
}
