import type * as z from "zod/mini";
import { id } from "./primitives.ts";

export const UserId = id<"user">();
export type UserId = z.output<typeof UserId>;

export const ArtworkId = id<"artwork">();
export type ArtworkId = z.output<typeof ArtworkId>;

export const VersionId = id<"version">();
export type VersionId = z.output<typeof VersionId>;

export const AnnouncementId = id<"announcement">();
export type AnnouncementId = z.output<typeof AnnouncementId>;

export const MediaId = id<"media">();
export type MediaId = z.output<typeof MediaId>;

export const LicenseId = id<"license">();
export type LicenseId = z.output<typeof LicenseId>;

export const DiscountId = id<"discount">();
export type DiscountId = z.output<typeof DiscountId>;

export const CollectionId = id<"collection">();
export type CollectionId = z.output<typeof CollectionId>;

export const CommentId = id<"comment">();
export type CommentId = z.output<typeof CommentId>;

export const ReviewId = id<"review">();
export type ReviewId = z.output<typeof ReviewId>;

export const NotificationId = id<"notification">();
export type NotificationId = z.output<typeof NotificationId>;

export const ThreadId = id<"thread">();
export type ThreadId = z.output<typeof ThreadId>;

export const MessageId = id<"message">();
export type MessageId = z.output<typeof MessageId>;

export const OrderId = id<"order">();
export type OrderId = z.output<typeof OrderId>;

export const OfferId = id<"offer">();
export type OfferId = z.output<typeof OfferId>;

export const TicketId = id<"ticket">();
export type TicketId = z.output<typeof TicketId>;

export const NoticeId = id<"notice">();
export type NoticeId = z.output<typeof NoticeId>;
