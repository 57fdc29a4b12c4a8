import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { Person } from "./account.ts";
import { MessageId, ThreadId } from "./ids.ts";
import { Picture } from "./media.ts";
import { Offer } from "./offer.ts";
import { choice, id, pageSchema, requiredLines } from "./primitives.ts";

/** Steps of a refund request, with the reason as text; they pass bounds and blocks. */
export const REFUND_STEPS = ["refundAsked", "refundDeclined"] as const;

/** Kinds that a person writes; `offer` and `request` come from forms of their own. */
const WRITTEN_KINDS = ["text", ...REFUND_STEPS] as const;

/** A `request` asks for an offer; the text of an `offer` says what it offers. */
export const MESSAGE_KINDS = [...WRITTEN_KINDS, "offer", "request"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const THREAD_SUBJECTS = ["artwork", "order"] as const;

export const THREAD_SIDES = ["buyer", "artist"] as const;
export type ThreadSide = (typeof THREAD_SIDES)[number];

export const isRefundStep = (kind: MessageKind): kind is (typeof REFUND_STEPS)[number] =>
  (REFUND_STEPS as readonly string[]).includes(kind);

/** States of a refund request; `refunded` also without a request. */
export const REFUND_REQUESTS = ["asked", "declined", "refunded"] as const;
export type RefundRequest = (typeof REFUND_REQUESTS)[number];

export const MessageForm = z.object({
  messageContent: requiredLines(LIMITS.message.max),
  messageKind: z._default(choice(WRITTEN_KINDS), "text"),
});
export type MessageForm = z.output<typeof MessageForm>;

/** A message about an artwork or an order; `subjectId` is its id. */
export const ThreadForm = z.extend(MessageForm, { subject: choice(THREAD_SUBJECTS), subjectId: id() });

export const Message = z.object({
  messageId: MessageId,
  kind: choice(MESSAGE_KINDS),
  content: z.string(),
  /** True if the reader wrote it. */
  own: z.boolean(),
  created: z.string(),
  /** The offer in its present state, in messages of this kind. */
  offer: z.optional(Offer),
});
export type Message = z.output<typeof Message>;

/** A thread as one of its two sides sees it in a list. */
export const Thread = z.object({
  threadId: ThreadId,
  subject: z.object({
    kind: choice(THREAD_SUBJECTS),
    id: z.string(),
    /** The artwork's title when the thread started. */
    title: z.string(),
    /** Null if the reader can no longer see the artwork. */
    picture: z.nullable(Picture),
  }),
  /** The other side. */
  person: Person,
  /** Number of messages that the reader hasn't read. */
  unread: z.number(),
  /** The last message; its text may be shortened. */
  latest: Message,
});
export type Thread = z.output<typeof Thread>;

/** A thread with a page of its messages, newest first. */
export const OpenThread = z.extend(pageSchema(Message), {
  thread: z.extend(Thread, {
    /** The reader's own side. */
    side: choice(THREAD_SIDES),
    /** True if the reader blocked the other side. */
    blocked: z.boolean(),
    /** State of the order's refund; null without a request or refund. */
    refund: z.nullable(choice(REFUND_REQUESTS)),
    /** True if the reader may ask for a refund. */
    refundable: z.boolean(),
  }),
});
export type OpenThread = z.output<typeof OpenThread>;
