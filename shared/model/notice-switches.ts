import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";
import type { NotificationType } from "./community.ts";

/** Ways by which a user hears of something, with what each is until it is switched. */
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

/** Switches of each kind of notification; what becomes of an order is always told. */
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

/** True if the user wants it; whoever never chose has the default. */
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
export const noticeSwitches = (choices: NoticeChoices | undefined) =>
  Object.fromEntries(NAMES.map((name) => [name, isWanted(choices, name)])) as NoticeSwitches;
