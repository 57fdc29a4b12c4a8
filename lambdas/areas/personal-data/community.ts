import { PAGE } from "#shared/limits.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { requireAll } from "../../platform/table/query-all.ts";
import { AnnouncementEntity } from "../announcements/announcement.entity.ts";
import { findAnnouncements, queryIdsOfArtist } from "../announcements/find-announcements.ts";
import { CaseEntity } from "../cases/case.entity.ts";
import { findCasesBy } from "../cases/find-cases.ts";
import { CollectionCommentEntity, CollectionEntity } from "../collections/collection.entity.ts";
import { type CollectionItem, queryCollections } from "../collections/find-collections.ts";
import { findAuthorCollectionComments } from "../collections/find-comments.ts";
import { CommentEntity, parsePlace } from "../community/comment.entity.ts";
import { findAuthorComments } from "../community/find-comments.ts";
import { findReview } from "../community/find-reviews.ts";
import { ReviewEntity } from "../community/review.entity.ts";
import { findThread } from "../messages/find-threads.ts";
import { InboxEntity, ThreadEntity, ThreadMessageEntity } from "../messages/thread.entity.ts";
import { findOffers } from "../purchases/offers/find-offers.ts";
import { OfferEntity } from "../purchases/offers/offer.entity.ts";
import { declareExport, type Exported } from "./declare-export.ts";
import { readEach } from "./read-each.ts";

const announcementKind = declareExport(AnnouncementEntity, {
  without: {
    artistId: "of the system",
    cursor: "of the system",
    isDelivered: "of the system",
    revision: "of the system",
    list: "of the system",
    place: "of the system",
    ofArtist: "of the system",
    expires: "of the system",
  },
  derive: ({ announcementId }) => ({ created: getCreatedAt(announcementId) }),
});

const collectionKind = declareExport(CollectionEntity, {
  without: {
    ownerId: "of the system",
    removed: "of the system",
    memberIds: "another person's",
    addedBy: "another person's",
    revision: "of the system",
    ofOwner: "of the system",
    shown: "of the system",
  },
  derive: ({ collectionId }) => ({ created: getCreatedAt(collectionId) }),
});

const collectionCommentKind = declareExport(CollectionCommentEntity, {
  without: { authorId: "of the system", ofAuthor: "of the system" },
  derive: ({ commentId }) => ({ created: getCreatedAt(commentId) }),
});

const commentKind = declareExport(CommentEntity, {
  without: { authorId: "of the system", place: "of the system", ofAuthor: "of the system" },
  derive: ({ place }) => {
    const { commentId, parent } = parsePlace(place);
    return { commentId, parent, created: getCreatedAt(commentId) };
  },
});

const reviewKind = declareExport(ReviewEntity, {
  without: { buyerId: "of the system", list: "of the system" },
  derive: ({ reviewId }) => ({ created: getCreatedAt(reviewId) }),
});

const threadKind = declareExport(ThreadEntity, {
  without: {
    buyerId: "another person's",
    artistId: "another person's",
    lastMessageId: "of the system",
    latest: "of the system",
    waiting: "of the system",
  },
});

const messageKind = declareExport(ThreadMessageEntity, {
  without: { threadId: "of the system", authorId: "of the system", recipientId: "another person's" },
  derive: ({ messageId }) => ({ created: getCreatedAt(messageId) }),
});

const offerKind = declareExport(OfferEntity, {
  without: {
    threadId: "of the system",
    artistId: "another person's",
    buyerId: "another person's",
    // Each side's own amounts are those of the order.
    amounts: "another person's",
    pending: "of the system",
  },
  derive: ({ offerId, amounts }) => ({ created: getCreatedAt(offerId), price: amounts?.price }),
});

const caseKind = declareExport(CaseEntity, {
  without: {
    authorId: "of the system",
    reportedId: "another person's",
    dueAt: "of the system",
    copies: "another person's",
    takenBy: "another person's",
    takenUntil: "of the system",
    closedBy: "another person's",
    reason: "another person's",
    takedownId: "of the system",
    list: "of the system",
    place: "of the system",
    ofAuthor: "of the system",
    ofSubject: "of the system",
  },
});

export const COMMUNITY_OMISSIONS = {
  announcements: announcementKind.without,
  cases: caseKind.without,
  collections: collectionKind.without,
  collectionComments: collectionCommentKind.without,
  comments: commentKind.without,
  reviews: reviewKind.without,
  threads: threadKind.without,
  messages: messageKind.without,
  offers: offerKind.without,
};

/** A person's threads, each with the messages that they wrote themselves and the offers made in it. */
async function readThreads(table: OpenTable, userId: string) {
  const entries = await requireAll(table, InboxEntity, { userId });
  return readEach(
    entries.map(({ threadId }) => threadId),
    async (threadId): Promise<Exported | undefined> => {
      const [thread, messages] = await Promise.all([
        findThread(table, threadId),
        requireAll(table, ThreadMessageEntity, { threadId }),
      ]);
      const own = messages.filter(({ authorId }) => authorId === userId);
      const offers = await findOffers(
        table,
        messages.flatMap(({ offerId }) => offerId ?? []),
      );
      return (
        thread && {
          ...threadKind.exportItem(thread),
          messages: own.map(messageKind.exportItem),
          offers: offers.map(offerKind.exportItem),
        }
      );
    },
  );
}

async function findCollections(table: OpenTable, userId: string) {
  const found: CollectionItem[] = [];
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const page = await queryCollections(table, userId, { isOwn: true, cursor, limit: PAGE.max });
    found.push(...page.items);
    cursor = page.cursor ?? undefined;
    hasMore = page.hasMore;
  }
  return found;
}

/** A person's announcements, collections, comments, threads, reviews, and questions and reports to the operators; reviews need a purchase. */
export async function readCommunity(table: OpenTable, userId: string, bought: readonly string[]) {
  const [announcements, collections, collectionComments, comments, threads, reviews, cases] = await Promise.all([
    queryIdsOfArtist(table, userId).then((ids) => findAnnouncements(table, ids)),
    findCollections(table, userId),
    findAuthorCollectionComments(table, userId),
    findAuthorComments(table, userId),
    readThreads(table, userId),
    readEach(bought, (artworkId) => findReview(table, { artworkId, buyerId: userId })),
    findCasesBy(table, userId),
  ]);
  return {
    announcements: announcements.map(announcementKind.exportItem),
    collections: collections.map(collectionKind.exportItem),
    collectionComments: collectionComments.map(collectionCommentKind.exportItem),
    comments: comments.map(commentKind.exportItem),
    reviews: reviews.map(reviewKind.exportItem),
    threads,
    cases: cases.map(caseKind.exportItem),
  };
}
