import type { LucideIcon } from "lucide-react";
import Image from "lucide-react/icons/image";
import MessageCircle from "lucide-react/icons/message-circle";
import Receipt from "lucide-react/icons/receipt";
import Star from "lucide-react/icons/star";
import { MESSAGES } from "#shared/messages.ts";
import type { Deletable, DisputeNews, Notification, NotificationType } from "#shared/model/community.ts";

/** Somebody's action as a verb, and its icon. */
export const NOTIFICATION_LABELS: Readonly<
  Record<NotificationType, { readonly did: string; readonly Icon: LucideIcon }>
> = {
  artwork: { did: "published", Icon: Image },
  comment: { did: "commented on", Icon: MessageCircle },
  order: { did: "bought a license to", Icon: Receipt },
  review: { did: "reviewed", Icon: Star },
};

const REFUNDED: Readonly<Record<NonNullable<Notification["refund"]>, string>> = {
  whole: "of your payment for",
  part: "of a part of your payment for",
};

/** A bank decides, so it names nobody; both sides read the same. */
const DISPUTED: Readonly<Record<DisputeNews, string>> = {
  opened: "opened about your sale of",
  won: "decided for the seller of",
  lost: "decided for the buyer of",
  closed: "closed without a decision about",
};

/** The sentence of a notification in its parts. A refund names nobody, because a bank may have decided it. */
export const sentenceParts = ({
  type,
  actor,
  title,
  refund,
  dispute,
  isReply,
}: Pick<Notification, "type" | "actor" | "title" | "refund" | "dispute" | "isReply">) => {
  if (refund) return { who: "Refund", did: REFUNDED[refund], what: title };
  if (dispute) return { who: "Dispute", did: DISPUTED[dispute], what: title };
  const did = isReply ? "replied to your comment on" : NOTIFICATION_LABELS[type].did;
  return { who: actor.name ?? MESSAGES.deletedUser, did, what: title };
};

/** Texts for notifications about deleted items. */
export const GONE: Readonly<Record<Deletable, string>> = {
  artwork: "This artwork is no longer available",
  comment: "The comment was deleted",
  review: "The review was deleted",
};

/** The bell's accessible name. */
export const bellLabel = (count: number) => (count > 0 ? `Notifications, ${count} unread` : "Notifications");

/** The badge has room for two digits. */
export const badgeText = (count: number) => (count > 99 ? "99+" : String(count));
