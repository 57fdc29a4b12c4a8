import * as z from "zod/mini";
import { Person } from "../model/account.ts";
import { ArtworkId, MessageId, OfferId, ThreadId, UserId } from "../model/ids.ts";
import { Message, MessageForm, OpenThread, Thread, ThreadForm } from "../model/message.ts";
import { Offer, OfferForm, OfferRequestForm, OpenOffer } from "../model/offer.ts";
import { pageQuery, pageSchema } from "../model/primitives.ts";
import { route } from "../route.ts";

const threadParams = z.object({ threadId: ThreadId });
const offerParams = z.object({ offerId: OfferId });
const blockParams = z.object({ userId: UserId, personId: UserId });

/** Failures of any message. */
const REFUSALS = [
  "message_refused",
  "message_unanswered",
  "refund_not_possible",
  "refund_not_asked",
  "thread_moved",
] as const;

/** A suspended account may still ask for a refund, and decline one. */
const EXCEPT_REFUNDS = { refusedIf: ({ messageKind }: MessageForm) => messageKind === "text" } as const;

/** The caller's threads, the last active first. The cursor is the id of the last thread's latest message, because threads move. */
export const listThreads = route({
  method: "GET",
  path: "/api/threads",
  access: "user",
  query: pageQuery(),
  status: 200,
  returns: pageSchema(Thread),
});

/** Number of unread threads among the caller's last active ones, at most 50, without those with blocked people. */
export const readUnreadThreads = route({
  method: "GET",
  path: "/api/threads/unread",
  access: "user",
  status: 200,
  returns: z.object({ count: z.number() }),
});

/** A thread and its messages, for its two sides only. */
export const readThread = route({
  method: "GET",
  path: "/api/threads/{threadId}",
  access: "user",
  params: threadParams,
  query: pageQuery(),
  status: 200,
  returns: OpenThread,
  fails: ["thread_not_found"],
});

/**
 * Writes to the artist of a visible artwork or to the other side of an order. Each pair of people and subject has one thread,
 * which an existing one continues. `Idempotency-Key` makes it safe to repeat.
 */
export const startThread = route({
  method: "POST",
  path: "/api/threads",
  access: "user",
  whileSuspended: EXCEPT_REFUNDS,
  audit: "thread.write",
  throttled: "message",
  body: ThreadForm,
  status: 201,
  returns: z.object({ threadId: ThreadId, message: Message }),
  fails: ["artwork_not_found", "order_not_found", "own_artwork", ...REFUSALS],
});

/** `Idempotency-Key` makes it safe to repeat. */
export const writeMessage = route({
  method: "POST",
  path: "/api/threads/{threadId}/messages",
  access: "user",
  whileSuspended: EXCEPT_REFUNDS,
  audit: "thread.write",
  throttled: "message",
  params: threadParams,
  body: MessageForm,
  status: 201,
  returns: Message,
  fails: ["thread_not_found", ...REFUSALS],
});

/** Asks the thread's artist for an offer for one of their visible works. `Idempotency-Key` makes it safe to repeat. */
export const requestOffer = route({
  method: "POST",
  path: "/api/threads/{threadId}/requests",
  access: "user",
  whileSuspended: "refused",
  audit: "thread.write",
  throttled: "message",
  feature: "payments",
  params: threadParams,
  body: OfferRequestForm,
  status: 201,
  returns: Message,
  fails: ["thread_not_found", "artwork_not_found", "offer_not_asked", ...REFUSALS],
});

/**
 * Asks a visible artwork's artist for an offer, in the conversation about it, which it may start. `Idempotency-Key` makes it
 * safe to repeat.
 */
export const requestArtworkOffer = route({
  method: "POST",
  path: "/api/artwork/{artworkId}/requests",
  access: "user",
  whileSuspended: "refused",
  audit: "thread.write",
  throttled: "message",
  feature: "payments",
  params: z.object({ artworkId: ArtworkId }),
  body: z.omit(OfferRequestForm, { artworkId: true }),
  status: 201,
  returns: z.object({ threadId: ThreadId, message: Message }),
  fails: ["artwork_not_found", "own_artwork", ...REFUSALS],
});

/**
 * Offers the thread's buyer licences to the caller's own works, whose versions, prices and terms stay as they are now; a
 * message of the thread shows the offer. `Idempotency-Key` makes it safe to repeat.
 */
export const makeOffer = route({
  method: "POST",
  path: "/api/threads/{threadId}/offers",
  access: "user",
  effects: ["offers"],
  whileSuspended: "refused",
  audit: "offer.make",
  throttled: "message",
  feature: "payments",
  params: threadParams,
  body: OfferForm,
  status: 201,
  returns: Offer,
  fails: [
    "thread_not_found",
    "offer_not_own",
    "artwork_blocked",
    "artwork_sold",
    "artwork_moved",
    "commercial_unavailable",
    ...REFUSALS,
  ],
});

/** For its two sides only. */
export const readOffer = route({
  method: "GET",
  path: "/api/offers/{offerId}",
  access: "user",
  params: offerParams,
  status: 200,
  returns: OpenOffer,
  fails: ["offer_not_found"],
});

/**
 * Marks all messages and their notification as read if the named message is the last one; safe to repeat. The other side
 * isn't notified. `count` is the number of notifications still unread.
 */
export const markThreadRead = route({
  method: "POST",
  path: "/api/threads/{threadId}/read",
  access: "user",
  whileSuspended: "allowed",
  audit: "thread.mark",
  throttled: "notification",
  params: threadParams,
  body: z.object({ messageId: MessageId }),
  status: 200,
  returns: z.object({ count: z.number() }),
  fails: ["thread_not_found"],
});

/** People that the caller blocked. */
export const listBlocked = route({
  method: "GET",
  path: "/api/users/{userId}/blocks",
  access: "self",
  params: z.object({ userId: UserId }),
  query: pageQuery(),
  status: 200,
  returns: pageSchema(Person),
});

/** The two can no longer write to each other, and the caller gets no notifications about that person. Safe to repeat. */
export const blockPerson = route({
  method: "POST",
  path: "/api/users/{userId}/blocks/{personId}",
  access: "self",
  whileSuspended: "allowed",
  audit: "person.block",
  throttled: "block",
  params: blockParams,
  status: 204,
  fails: ["user_not_found", "block_self"],
});

/** Safe to repeat. */
export const unblockPerson = route({
  method: "DELETE",
  path: "/api/users/{userId}/blocks/{personId}",
  access: "self",
  whileSuspended: "allowed",
  audit: "person.unblock",
  throttled: "block",
  params: blockParams,
  status: 204,
});
