import type { NoticeSwitch } from "#shared/model/notice-switches.ts";

/** One thing to hear of, and the switches of the ways to hear it. */
export interface NoticeRow {
  readonly label: string;
  readonly bell?: NoticeSwitch;
  readonly mail?: NoticeSwitch;
}

export const NOTICES: readonly NoticeRow[] = [
  { label: "Sales", mail: "saleMail" },
  { label: "Messages, until you read them", mail: "messageMail" },
  { label: "Comments and replies", bell: "commentBell", mail: "commentMail" },
  { label: "Reviews", bell: "reviewBell", mail: "reviewMail" },
  { label: "Favorites, once a day", bell: "favoriteBell" },
  { label: "New followers, once a day", bell: "followerBell", mail: "followerMail" },
  { label: "New work by artists you follow", bell: "artworkBell" },
];

/** The kind of mail that a switch stops; undefined where there is none. */
export const findMailedKind = (notice: string) => NOTICES.find(({ mail }) => mail === notice)?.label;
