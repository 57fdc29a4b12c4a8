import { formatCount } from "../format.ts";
import type { DisputeNews, Notification } from "../model/community.ts";
import type { MessageKind } from "../model/message.ts";
import { NOTIFICATION_KINDS } from "../model/notifications.ts";
import { addWorks } from "./offers.ts";
import { getDisplayName, getHandle } from "./person-name.ts";

const REFUNDED: Readonly<Record<NonNullable<Notification["refund"]>, string>> = {
  whole: "of your payment for",
  part: "of part of your payment for",
};

/** Same sentence for both sides; a bank decides, so nobody is named. */
const DISPUTED: Readonly<Record<DisputeNews, string>> = {
  opened: "opened about your sale of",
  won: "decided in favor of the seller of",
  lost: "decided in favor of the buyer of",
  closed: "closed without a decision about",
};

const MESSAGE_VERBS: Readonly<Record<MessageKind, string>> = {
  text: NOTIFICATION_KINDS.message.verb,
  refundAsked: "asks for a refund of",
  refundDeclined: "declined your refund request for",
  offer: "made you an offer in your conversation about",
  request: "asks for a price in your conversation about",
};

/** The author's action, followed by the artwork's title. */
export const getMessageVerb = (kind: MessageKind) => MESSAGE_VERBS[kind];

type SentenceFields = Pick<
  Notification,
  "type" | "actor" | "title" | "furtherWorks" | "refund" | "isSale" | "dispute" | "isReply" | "count" | "messageKind"
>;

/**
 * The sentence of a notification in parts; `handle` is shown beside a full name, since full names aren't unique. A refund
 * names nobody, because a bank may have decided it.
 */
export const toSentenceParts = ({
  type,
  actor,
  title,
  furtherWorks,
  refund,
  isSale,
  dispute,
  messageKind,
  isReply,
  count,
}: SentenceFields) => {
  const object = addWorks(title, furtherWorks);
  if (refund) return { subject: "Refund", verb: isSale ? "of your sale of" : REFUNDED[refund], object };
  if (dispute) return { subject: "Dispute", verb: DISPUTED[dispute], object };
  const kindVerb = furtherWorks ? "bought licenses to" : NOTIFICATION_KINDS[type].verb;
  const ownVerb = messageKind ? getMessageVerb(messageKind) : kindVerb;
  const verb = isReply ? "replied to your comment on" : ownVerb;
  const people = count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? "person" : "people"}`;
  if (people) return { subject: people, verb, object };
  const handle = getHandle(actor);
  return { subject: getDisplayName(actor), ...(handle ? { handle: `(${handle})` } : {}), verb, object };
};
