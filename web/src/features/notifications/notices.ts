import type { NoticeSwitch } from "#shared/model/notice-switches.ts";

/** A kind of notification and the switches of its channels. */
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

/** Label of the mail that a switch controls; undefined for an unknown one. */
export const findMailedKind = (notice: string) => NOTICES.find(({ mail }) => mail === notice)?.label;
