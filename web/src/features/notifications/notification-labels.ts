import type { LucideIcon } from "lucide-react";
import FolderHeart from "lucide-react/icons/folder-heart";
import Heart from "lucide-react/icons/heart";
import Image from "lucide-react/icons/image";
import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import MessagesSquare from "lucide-react/icons/messages-square";
import Receipt from "lucide-react/icons/receipt";
import Star from "lucide-react/icons/star";
import UserPlus from "lucide-react/icons/user-plus";
import type { Deletable } from "#shared/model/community.ts";
import type { NotificationType } from "#shared/model/notifications.ts";

export const NOTIFICATION_ICONS: Readonly<Record<NotificationType, LucideIcon>> = {
  announcement: Megaphone,
  artwork: Image,
  collectionComment: MessageCircle,
  comment: MessageCircle,
  favorite: Heart,
  follower: UserPlus,
  invitation: FolderHeart,
  message: MessagesSquare,
  order: Receipt,
  review: Star,
};

/** Texts for notifications about deleted items. */
export const GONE: Readonly<Record<Deletable, string>> = {
  announcement: "This announcement is no longer available",
  artwork: "This artwork is no longer available",
  comment: "The comment was deleted",
  review: "The review was deleted",
};

/** The bell's accessible name. */
export const bellLabel = (count: number) => (count > 0 ? `Notifications, ${count} unread` : "Notifications");
