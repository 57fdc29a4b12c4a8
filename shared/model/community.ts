import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { Email } from "./account.ts";
import { choice, positiveInteger, requiredText } from "./primitives.ts";

export const CommentForm = z.object({ commentContent: requiredText(LIMITS.comment.max) });

/** Whole stars. */
export const ReviewForm = z.object({
  reviewRating: positiveInteger().check(z.lte(LIMITS.reviewRating.max, MESSAGES.invalid)),
});

export const DiscountForm = z.object({ discountCode: requiredText(LIMITS.discountCode.max) });

const SEARCH_TYPES = ["artwork", "users"] as const;

export const SearchForm = z.object({
  searchQuery: requiredText(LIMITS.searchQuery.max),
  searchType: z._default(choice(SEARCH_TYPES), "artwork"),
});

/** A question to the people who run the site. */
export const TicketForm = z.object({
  ticketTitle: requiredText(LIMITS.ticketTitle.max),
  ticketBody: requiredText(LIMITS.ticketBody.max),
});

/** Tells that something on the site breaks the law or the rules. */
export const ReportForm = z.object({
  link: requiredText(LIMITS.noticeLink.max),
  reason: requiredText(LIMITS.noticeReason.max),
  email: Email,
});
