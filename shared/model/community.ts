import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { Email, Person } from "./account.ts";
import { CommentId, NotificationId, ReviewId } from "./ids.ts";
import { Picture } from "./media.ts";
import { MESSAGE_KINDS } from "./message.ts";
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

/** `commentParent` makes it a reply; the parent can't be a reply itself. */
export const NewCommentForm = z.extend(CommentForm, { commentParent: z.optional(z.nullable(CommentId)) });

/** A comment on an artwork, or a reply to one. */
export const Reply = z.object({
  commentId: CommentId,
  commentContent: z.string(),
  /** With the author's current names. */
  author: Person,
  created: z.string(),
  /** True if the text was changed. */
  edited: z.boolean(),
  /** The comment replied to; null for a top-level comment. */
  parent: z.nullable(CommentId),
});
export type Reply = z.output<typeof Reply>;

/** A comment and the first replies to it. */
export const Comment = z.extend(Reply, {
  /** Present on a deleted comment with replies; its text and author are replaced. */
  deleted: z.optional(z.literal(true)),
  /** Oldest first; absent where there are none. */
  replies: z.optional(z.extend(pageSchema(Reply), { count: z.number() })),
});
export type Comment = z.output<typeof Comment>;

/** Whole stars and an optional text; a change without text keeps the current one. */
export const ReviewForm = z.object({
  reviewRating: positiveInteger().check(z.lte(LIMITS.reviewRating.max, MESSAGES.invalid)),
  reviewContent: optionalLines(LIMITS.reviewContent.max),
});

/** A buyer's review of an artwork. */
export const Review = z.object({
  reviewId: ReviewId,
  reviewRating: z.number(),
  /** Absent for a rating without text. */
  reviewContent: z.optional(z.string()),
  author: Person,
  created: z.string(),
  edited: z.boolean(),
});
export type Review = z.output<typeof Review>;

/** The extent of a refund. */
export const REFUNDS = ["whole", "part"] as const;

/** States of a dispute about an order's payment; `closed` without a decision. */
export const DISPUTE_NEWS = ["opened", "won", "lost", "closed"] as const;
export type DisputeNews = (typeof DISPUTE_NEWS)[number];

/** Subjects of a notification that can be deleted. */
export const DELETABLE = ["announcement", "artwork", "comment", "review"] as const;
export type Deletable = (typeof DELETABLE)[number];

/**
 * Notifications: to artists about comments, reviews and sales, to anyone about messages and replies to their comments, to
 * buyers about refunds, to both sides of an order about disputes, and to followers about new work and announcements. Favourites and followers
 * are reported to the artist once a day, without names.
 */
export const Notification = z.object({
  id: NotificationId,
  type: choice(NOTIFICATION_TYPES),
  /** Path of the artwork, order, thread, announcement or reader's profile. */
  link: z.string(),
  /** Id of the subject: comment, review, order, new artwork, thread, announcement, or the day's first favourite or follow. */
  ref: z.string(),
  read: z.boolean(),
  /** ISO 8601. */
  created: z.string(),
  /** The artwork's title at that time, or the announcement's; empty without either. */
  title: z.string(),
  /** For buyers who get a refund, and for sellers if operators refunded their sale. */
  refund: z.optional(choice(REFUNDS)),
  /** For the seller's notification of a refund. */
  isSale: z.optional(z.literal(true)),
  /** For orders with a dispute. */
  dispute: z.optional(choice(DISPUTE_NEWS)),
  /** Cents that the reader earned; for paid sales. */
  earned: z.optional(z.number()),
  /** Number of works beside the titled one; for orders of several. */
  furtherWorks: z.optional(z.number()),
  /** The licence that was bought; for orders of one work. */
  licenseType: z.optional(choice(LICENSE_TYPES)),
  /** For the first paid sale of the reader's account. */
  firstSale: z.optional(z.literal(true)),
  /** The artwork, or what was bought; absent if the reader can't see it. */
  picture: z.optional(Picture),
  /** Number of favourites or followers that day; for these kinds only. */
  count: z.optional(z.number()),
  /** The person who caused it, with current names; the reader for favourites and followers. */
  actor: Person,
  /** For messages about a refund request. */
  messageKind: z.optional(choice(MESSAGE_KINDS)),
  /** For a reply to the reader's comment. */
  isReply: z.optional(z.literal(true)),
  /** The subject that the reader can no longer see; without its artwork the link leads nowhere. */
  deleted: z.optional(choice(DELETABLE)),
});
export type Notification = z.output<typeof Notification>;

/** A question to the operators. */
export const TicketForm = z.object({
  ticketTitle: requiredText(LIMITS.ticketTitle.max),
  ticketBody: requiredLines(LIMITS.ticketBody.max),
});

/** A report of a conversation by one of its sides. */
export const ThreadReportForm = z.object({ reason: requiredLines(LIMITS.noticeReason.max) });

export const ReportForm = z.object({
  link: requiredCode(LIMITS.noticeLink.max),
  reason: requiredLines(LIMITS.noticeReason.max),
  email: Email,
});
