import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { Person } from "./account.ts";
import { Announcement } from "./announcement.ts";
import { ArtworkCard } from "./artwork.ts";
import { EvidenceFiles } from "./evidence.ts";
import { ArtworkId, MessageId, ThreadId, VersionId } from "./ids.ts";
import { Picture } from "./media.ts";
import { MESSAGE_KINDS } from "./message.ts";
import { CaseId, type OperatorPermission, OperatorReason } from "./operator.ts";
import { choice, optionalLines, optionalText, pageQuery, requiredCode } from "./primitives.ts";
import { Account } from "./reviewed-account.ts";
import { OrderVersion, ReviewedOrder } from "./reviewed-order.ts";

/**
 * Items of the operators' queue. `appeal`: an owner's answer to the suspension of their account. `review`: a decision about an
 * artwork that nobody had reported. `failed_refund`: a payment that came back after its license was sold again.
 */
export const CASE_KINDS = [
  "notice",
  "conversation",
  "near_copy",
  "counter_notice",
  "appeal",
  "ticket",
  "review",
  "dispute",
  "fraud_warning",
  "failed_payout",
  "failed_refund",
] as const;
export const CaseKind = choice(CASE_KINDS);
export type CaseKind = z.output<typeof CaseKind>;

/** The permission that operators need for a kind of case. */
export const CASE_PERMISSIONS: Readonly<Record<CaseKind, OperatorPermission>> = {
  notice: "moderation",
  conversation: "moderation",
  near_copy: "moderation",
  counter_notice: "moderation",
  appeal: "moderation",
  ticket: "support",
  review: "moderation",
  dispute: "finance",
  fraud_warning: "finance",
  failed_payout: "finance",
  failed_refund: "finance",
};

/** Kinds that are due on a day of their own: of the artwork's return, and of the bank. */
export const DATED_KINDS = ["counter_notice", "dispute"] as const satisfies readonly CaseKind[];

/** Days in which a case is due. */
export const CASE_DAYS: Readonly<Record<Exclude<CaseKind, (typeof DATED_KINDS)[number]>, number>> = {
  notice: 7,
  conversation: 7,
  near_copy: 14,
  appeal: 7,
  ticket: 2,
  review: 0,
  fraud_warning: 2,
  failed_payout: 7,
  failed_refund: 7,
};

const CASE_STATUSES = ["open", "closed"] as const;
const CaseStatus = choice(CASE_STATUSES);
export type CaseStatus = z.output<typeof CaseStatus>;

const ORDER_ACTIONS = ["refund", "send_evidence"] as const;
const OrderAction = choice(ORDER_ACTIONS);
export type OrderAction = z.output<typeof OrderAction>;

export const isOrderAction = (action: string): action is OrderAction => ORDER_ACTIONS.some((one) => one === action);

const CASE_ACTIONS = [
  "take_down",
  "mark_mature",
  "accept",
  "decline",
  "close",
  "restore",
  "keep_down",
  "lift",
  "uphold",
  "answer",
  ...ORDER_ACTIONS,
  "keep_payment",
  "message_seller",
] as const;
const CaseAction = choice(CASE_ACTIONS);
export type CaseAction = z.output<typeof CaseAction>;

/** The actions of each kind of case; those about an artwork need a case with one. */
export const ACTIONS_BY_KIND: Readonly<Record<CaseKind, readonly CaseAction[]>> = {
  notice: ["take_down", "mark_mature", "accept", "decline", "close"],
  conversation: ["accept", "decline", "close"],
  near_copy: ["take_down", "close"],
  counter_notice: ["restore", "keep_down"],
  appeal: ["lift", "uphold"],
  ticket: ["answer", "close"],
  review: [],
  dispute: ["send_evidence", "refund", "close"],
  fraud_warning: ["refund", "keep_payment"],
  failed_payout: ["message_seller", "close"],
  failed_refund: ["refund", "close"],
};

const ARTWORK_ACTIONS = ["take_down", "restore", "mark_mature", "unmark_mature", "record_answer"] as const;
const ArtworkAction = choice(ARTWORK_ACTIONS);
export type ArtworkAction = z.output<typeof ArtworkAction>;

/** Actions that must name the section of the terms, or the law, that they are based on. */
export const RULED_ACTIONS: readonly (CaseAction | ArtworkAction)[] = ["take_down", "mark_mature"];

/** Actions that can be undone: each reverses what it did, or reopens the case. */
export const UNDOABLE_ACTIONS: readonly CaseAction[] = ["take_down", "mark_mature", "close", "keep_payment"];

/** Actions that must have a text besides the reason: an answer or message. */
export const ANSWERED_ACTIONS: readonly (CaseAction | ArtworkAction)[] = ["answer", "record_answer", "message_seller"];

const decision = {
  reason: OperatorReason,
  /** The section of the terms, or the law. */
  rule: optionalText(LIMITS.operatorRule.max),
  /** The mailed text of an answer or message, or the owner's answer to a takedown. */
  answer: optionalLines(LIMITS.operatorAnswer.max),
};

/** For the bank, of the action `send_evidence`. */
const evidence = {
  evidenceText: optionalLines(LIMITS.evidence.max),
  evidenceFiles: z.optional(EvidenceFiles),
};

const CaseDecisionFields = z.object({ action: CaseAction, ...decision, ...evidence });

export const CaseDecisionForm = z.extend(CaseDecisionFields, {
  /** The status that the operator saw; the action is refused if it has changed. */
  expected: CaseStatus,
  /** The state of the order that the operator saw, of actions on it. */
  orderVersion: z.optional(OrderVersion),
});
export type CaseDecisionForm = z.output<typeof CaseDecisionForm>;

/** A decision whose mails are previewed, before its texts are complete. */
const preview = {
  reason: optionalLines(LIMITS.operatorReason.max),
  rule: decision.rule,
  answer: decision.answer,
};
export const CasePreviewForm = z.object({ action: CaseAction, ...preview });
export const ArtworkPreviewForm = z.object({ action: ArtworkAction, ...preview });

export const ArtworkDecisionForm = z.object({ action: ArtworkAction, ...decision });
export type ArtworkDecisionForm = z.output<typeof ArtworkDecisionForm>;

export const OrderPreviewForm = z.object({ action: OrderAction, reason: preview.reason, version: OrderVersion });

export const OrderDecisionForm = z.object({
  action: OrderAction,
  reason: OperatorReason,
  ...evidence,
  /** The state of the order that the operator saw; the action is refused if it has changed. */
  version: OrderVersion,
});
export type OrderDecisionForm = z.output<typeof OrderDecisionForm>;

export const ReopenForm = z.object({ reason: OperatorReason });

export const CaseQuery = z.extend(z.omit(pageQuery(), { cursor: true }), {
  status: z._default(CaseStatus, "open"),
  kind: z.optional(CaseKind),
  /** The `place` of the last case. */
  cursor: z.optional(
    z.string().check(z.maxLength(100, MESSAGES.invalid), z.regex(/^[\dTZ:.-]+#[\da-f-]+$/, MESSAGES.invalid)),
  ),
});
export type CaseQuery = z.output<typeof CaseQuery>;

export const CaseMessagesQuery = z.extend(pageQuery(), { reason: CaseId });

/** A case in a list. Times are ISO 8601. */
export const Case = z.object({
  caseId: CaseId,
  kind: CaseKind,
  status: CaseStatus,
  /** Its position in the list, which continues after it. */
  place: z.string(),
  created: z.string(),
  dueAt: z.string(),
  /** Title of the ticket, artwork or conversation; null where the subject has none. */
  title: z.nullable(z.string()),
  /** The picture of the artwork. */
  picture: z.nullable(Picture),
  /** The notice or ticket; null where nobody wrote anything. */
  text: z.nullable(z.string()),
  /** The account that wrote it. */
  author: z.nullable(Person),
  takenBy: z.nullable(Person),
  takenUntil: z.nullable(z.string()),
  closedBy: z.nullable(Person),
  closedAt: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  rule: z.nullable(z.string()),
  undoable: z.boolean(),
});
export type Case = z.output<typeof Case>;

export const ReviewedArtwork = z.object({
  card: ArtworkCard,
  state: choice(["visible", "hidden", "blocked", "deleted"]),
  /** Marked by operators; the artist's own mark is in the card. */
  flagged: z.boolean(),
  owner: Account,
});
export type ReviewedArtwork = z.output<typeof ReviewedArtwork>;

export const CaseDetail = z.extend(Case, {
  /** Of the reporter, kept as long as the notice. */
  email: z.nullable(z.string()),
  /** The reported address. */
  href: z.nullable(z.string()),
  writer: z.nullable(Account),
  /** The account whose conversation or announcement is reported. */
  reported: z.nullable(Account),
  artwork: z.nullable(ReviewedArtwork),
  /** The reported announcement, also once it was taken down; null once its artist can't put it back any more. */
  announcement: z.nullable(z.object({ announcement: Announcement, owner: Account, deletedAt: z.optional(z.string()) })),
  /** Artwork that it looks like. */
  copies: z.array(ReviewedArtwork),
  threadId: z.nullable(ThreadId),
  /**
   * The decision that the owner answers, a takedown or a suspension: its reason, the answer, the day from which a taken-down
   * artwork may return, whether somebody reported the artwork, and whether the caller decided it.
   */
  appeal: z.nullable(
    z.object({
      reason: z.string(),
      answer: z.string(),
      restoreFrom: z.nullable(z.string()),
      reported: z.boolean(),
      own: z.boolean(),
    }),
  ),
  /** Of a dispute, a fraud warning and a failed refund. */
  order: z.nullable(ReviewedOrder),
  /** The account of a failed payout. */
  seller: z.nullable(Account),
  actions: z.array(CaseAction),
  /** The text of a closed case's answer or message, as it was mailed. */
  answer: z.nullable(z.string()),
  /** Where replies to an answer arrive. */
  repliesTo: z.string(),
});
export type CaseDetail = z.output<typeof CaseDetail>;

/** A message of a reported conversation. */
export const CaseMessage = z.object({
  messageId: MessageId,
  author: Person,
  kind: choice(MESSAGE_KINDS),
  content: z.string(),
  created: z.string(),
});

/** A mail that an action would send. */
export const MailPreview = z.object({
  to: choice(["owner", "reporter", "author", "buyer", "seller"]),
  subject: z.string(),
  text: z.string(),
});
export type MailPreview = z.output<typeof MailPreview>;

export const MailPreviews = z.object({ mails: z.array(MailPreview) });

export const ArtworkQuery = z.object({ q: requiredCode(LIMITS.lookedUp.max) });

/** An artwork as operators see it. */
export const ArtworkRecord = z.extend(ReviewedArtwork, {
  artworkId: ArtworkId,
  sales: z.number(),
  versions: z.array(
    z.object({
      versionId: VersionId,
      title: z.string(),
      picture: Picture,
      created: z.string(),
      sold: z.number(),
    }),
  ),
  takedowns: z.array(
    z.object({
      takedownId: z.string(),
      created: z.string(),
      reason: z.string(),
      rule: z.nullable(z.string()),
      /** Reference to the report. */
      reporter: z.string(),
      decidedBy: z.nullable(Person),
      answer: z.nullable(z.string()),
      restoreFrom: z.nullable(z.string()),
      restoredAt: z.nullable(z.string()),
    }),
  ),
  cases: z.array(Case),
  copies: z.array(ReviewedArtwork),
  actions: z.array(ArtworkAction),
});
export type ArtworkRecord = z.output<typeof ArtworkRecord>;
