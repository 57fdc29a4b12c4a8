import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { Email, Person } from "./account.ts";
import { CommentId, NotificationId, ReviewId } from "./ids.ts";
import { NOTIFICATION_TYPES } from "./notifications.ts";
import {
  choice,
  optionalLines,
  pageSchema,
  positiveInteger,
  requiredCode,
  requiredLines,
  requiredText,
} from "./primitives.ts";

export const CommentForm = z.object({ commentContent: requiredLines(LIMITS.comment.max) });

/** `commentParent` makes it a reply to that comment, which is itself no reply. */
export const NewCommentForm = z.extend(CommentForm, { commentParent: z.optional(z.nullable(CommentId)) });

/** A comment on an artwork, or a reply to one. */
export const Reply = z.object({
  commentId: CommentId,
  commentContent: z.string(),
  /** As the author is called now. */
  author: Person,
  created: z.string(),
  /** True if the text was changed later. */
  edited: z.boolean(),
  /** The comment that it replies to; null for one that begins a thread. */
  parent: z.nullable(CommentId),
});
export type Reply = z.output<typeof Reply>;

/** A comment and the first replies to it. */
export const Comment = z.extend(Reply, {
  /** Present on a deleted comment that has replies; its text and author are replaced. */
  deleted: z.optional(z.literal(true)),
  /** Oldest first; absent where there are none. */
  replies: z.optional(z.extend(pageSchema(Reply), { count: z.number() })),
});
export type Comment = z.output<typeof Comment>;

/** Whole stars, and words for whoever has some; a change that leaves the words out leaves them as they are. */
export const ReviewForm = z.object({
  reviewRating: positiveInteger().check(z.lte(LIMITS.reviewRating.max, MESSAGES.invalid)),
  reviewContent: optionalLines(LIMITS.reviewContent.max),
});

/** A buyer's review of an artwork. */
export const Review = z.object({
  reviewId: ReviewId,
  reviewRating: z.number(),
  /** Absent for stars alone. */
  reviewContent: z.optional(z.string()),
  author: Person,
  created: z.string(),
  edited: z.boolean(),
});
export type Review = z.output<typeof Review>;

/** How much of a payment came back. */
export const REFUNDS = ["whole", "part"] as const;

/** Where a dispute about an order's payment is: decided for its seller, or its buyer, or closed without a decision. */
export const DISPUTE_NEWS = ["opened", "won", "lost", "closed"] as const;
export type DisputeNews = (typeof DISPUTE_NEWS)[number];

/** Subjects of a notification that can be deleted. */
export const DELETABLE = ["artwork", "comment", "review"] as const;
export type Deletable = (typeof DELETABLE)[number];

/**
 * Notifies an artist of a comment on, a review of or a sale of their artwork, anyone of a message or a reply to their comment, a buyer
 * of a refund, both sides of an order of a dispute about its payment, and an artist's followers of new work. An artist is
 * also notified of favourites and followers, once a day and without their names.
 */
export const Notification = z.object({
  id: NotificationId,
  type: choice(NOTIFICATION_TYPES),
  /** Path on the site of the artwork, order, thread or reader's profile that it is about. */
  link: z.string(),
  /** Id of the comment, review, order, new artwork, thread, or the day's first favourite or follow that it is about. */
  ref: z.string(),
  read: z.boolean(),
  /** When it happened. */
  created: z.string(),
  /** The artwork's title on that day; empty where it is about none. */
  title: z.string(),
  /** Only of an order whose buyer gets money back. */
  refund: z.optional(choice(REFUNDS)),
  /** Only of an order whose payment is or was disputed. */
  dispute: z.optional(choice(DISPUTE_NEWS)),
  /** Cents that the reader earned; only of a sale that cost something. */
  earned: z.optional(z.number()),
  /** How many favourites or followers there were that day; only of these. */
  count: z.optional(z.number()),
  /** The person who caused it, by their present name; of favourites and followers the reader. */
  actor: Person,
  /** Present for a reply to the reader's own comment. */
  isReply: z.optional(z.literal(true)),
  /** The part that the reader can't see any more; without its artwork the link leads nowhere. */
  deleted: z.optional(choice(DELETABLE)),
});
export type Notification = z.output<typeof Notification>;

/** A question to the people who run the site. */
export const TicketForm = z.object({
  ticketTitle: requiredText(LIMITS.ticketTitle.max),
  ticketBody: requiredLines(LIMITS.ticketBody.max),
});

/** Reports content that breaks the law or the rules. */
/** A report of a conversation by one of its sides. */
export const ThreadReportForm = z.object({ reason: requiredLines(LIMITS.noticeReason.max) });

export const ReportForm = z.object({
  link: requiredCode(LIMITS.noticeLink.max),
  reason: requiredLines(LIMITS.noticeReason.max),
  email: Email,
});
