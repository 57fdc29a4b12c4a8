import { MESSAGES } from "#shared/messages.ts";
import type { Deletable, Notification, NotificationType } from "#shared/model/community.ts";

const VERBS: Readonly<Record<NotificationType, string>> = {
  comment: "commented on",
  order: "bought a license to",
  review: "reviewed",
};

const REFUNDED: Readonly<Record<NonNullable<Notification["refund"]>, string>> = {
  whole: "of your payment for",
  part: "of a part of your payment for",
};

/** The sentence of a notification in its parts. A refund names nobody, because a bank may have decided it. */
export const sentenceParts = ({
  type,
  actor,
  title,
  refund,
  isReply,
}: Pick<Notification, "type" | "actor" | "title" | "refund" | "isReply">) =>
  refund
    ? { who: "Refund", did: REFUNDED[refund], what: title }
    : {
        who: actor.name ?? MESSAGES.deletedUser,
        did: isReply ? "replied to your comment on" : VERBS[type],
        what: title,
      };

/** What is said of a notification whose subject is gone. */
export const GONE: Readonly<Record<Deletable, string>> = {
  artwork: "This artwork isn't there any more",
  comment: "The comment was deleted",
  review: "The review was deleted",
};

/** The bell's accessible name. */
export const bellLabel = (count: number) => (count > 0 ? `Notifications, ${count} unread` : "Notifications");

/** The badge has room for two digits. */
export const badgeText = (count: number) => (count > 99 ? "99+" : String(count));
