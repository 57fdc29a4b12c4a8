import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";

/** Switches of notifications with their defaults. */
export const NOTICE_SWITCHES = {
  announcementBell: true,
  announcementMail: false,
  artworkBell: true,
  commentBell: true,
  commentMail: false,
  favoriteBell: true,
  followerBell: true,
  followerMail: false,
  messageMail: true,
  reviewBell: true,
  reviewMail: false,
  saleMail: true,
} as const;
export type NoticeSwitch = keyof typeof NOTICE_SWITCHES;
const NAMES = Object.keys(NOTICE_SWITCHES) as [NoticeSwitch, ...NoticeSwitch[]];

export interface NotificationKind {
  /** Its row in the settings. */
  readonly label: string;
  /** The page that it links to; an artwork's page disappears with the artwork. */
  readonly page: "announcement" | "artwork" | "collection" | "messages" | "orders" | "user";
  /** The actor's action; for favourites and followers, which stay anonymous, that of a number of people. */
  readonly verb: string;
  /** The switches that turn it off; without `bell` it is always listed, without `mail` it isn't mailed. */
  readonly bell?: NoticeSwitch;
  readonly mail?: NoticeSwitch;
}

/** Kinds of notifications, in the order of the settings. */
const KINDS = {
  order: { label: "Sales", page: "orders", verb: "bought a license to", mail: "saleMail" },
  message: {
    label: "Unread messages",
    page: "messages",
    verb: "wrote to you about",
    mail: "messageMail",
  },
  comment: {
    label: "Comments and replies",
    page: "artwork",
    verb: "commented on",
    bell: "commentBell",
    mail: "commentMail",
  },
  collectionComment: {
    label: "Comments on shared collections, once a day",
    page: "collection",
    verb: "commented on",
  },
  invitation: { label: "Invitations to collections", page: "collection", verb: "shared a collection with you:" },
  review: { label: "Reviews", page: "artwork", verb: "reviewed", bell: "reviewBell", mail: "reviewMail" },
  favorite: { label: "Favorites, once a day", page: "artwork", verb: "favorited", bell: "favoriteBell" },
  follower: {
    label: "New followers, once a day",
    page: "user",
    verb: "started following you",
    bell: "followerBell",
    mail: "followerMail",
  },
  artwork: { label: "New work by artists you follow", page: "artwork", verb: "published", bell: "artworkBell" },
  announcement: {
    label: "Announcements by artists you follow",
    page: "announcement",
    verb: "announced",
    bell: "announcementBell",
    mail: "announcementMail",
  },
} as const satisfies Readonly<Record<string, NotificationKind>>;
export type NotificationType = keyof typeof KINDS;
export const NOTIFICATION_KINDS: Readonly<Record<NotificationType, NotificationKind>> = KINDS;
/** In alphabetical order, as the API's description lists them. */
export const NOTIFICATION_TYPES = Object.keys(KINDS).toSorted() as [NotificationType, ...NotificationType[]];

export type NoticeChoices = Readonly<Partial<Record<string, boolean>>>;

/** True if the user wants it; the default if they never chose. */
export const isWanted = (choices: NoticeChoices | undefined, name: NoticeSwitch): boolean =>
  choices?.[name] ?? NOTICE_SWITCHES[name];

export const NoticeSwitchName = z.enum(NAMES, { error: MESSAGES.invalid });

const onOrOff = z.boolean({ error: MESSAGES.invalid });

/** Every switch by its name. */
export const NoticeSwitches = z.object(
  Object.fromEntries(NAMES.map((name) => [name, onOrOff])) as Record<NoticeSwitch, typeof onOrOff>,
);
export type NoticeSwitches = z.output<typeof NoticeSwitches>;

/** A user's choices, completed by the defaults. */
export const getNoticeSwitches = (choices: NoticeChoices | undefined) =>
  Object.fromEntries(NAMES.map((name) => [name, isWanted(choices, name)])) as NoticeSwitches;
