import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";
import type { NotificationType } from "./community.ts";

/** Notification channels with their defaults. */
export const NOTICE_SWITCHES = {
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

/** Switches by kind of notification; order notifications have none. */
export const SWITCHES: Readonly<
  Record<NotificationType, { readonly bell?: NoticeSwitch; readonly mail?: NoticeSwitch }>
> = {
  artwork: { bell: "artworkBell" },
  comment: { bell: "commentBell", mail: "commentMail" },
  favorite: { bell: "favoriteBell" },
  follower: { bell: "followerBell", mail: "followerMail" },
  message: { mail: "messageMail" },
  order: {},
  review: { bell: "reviewBell", mail: "reviewMail" },
};

export type NoticeChoices = Readonly<Partial<Record<string, boolean>>>;

/** True if the user wants it, by choice or by default. */
export const isWanted = (choices: NoticeChoices | undefined, name: NoticeSwitch): boolean =>
  choices?.[name] ?? NOTICE_SWITCHES[name];

export const NoticeSwitchName = z.enum(NAMES, { error: MESSAGES.invalid });

const onOrOff = z.boolean({ error: MESSAGES.invalid });

export const NoticeSwitches = z.object(
  Object.fromEntries(NAMES.map((name) => [name, onOrOff])) as Record<NoticeSwitch, typeof onOrOff>,
);
export type NoticeSwitches = z.output<typeof NoticeSwitches>;

/** The user's choices, completed with the defaults. */
export const noticeSwitches = (choices: NoticeChoices | undefined) =>
  Object.fromEntries(NAMES.map((name) => [name, isWanted(choices, name)])) as NoticeSwitches;
