import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import { COMPARISON, OWN_LOOK } from "./takedowns.ts";

interface TakenDown {
  readonly title: string;
  readonly reason: string;
  /** The section of the terms, or the law; missing in older takedowns. */
  readonly rule?: string | undefined;
  /** Reference to the report. */
  readonly reporter?: string | undefined;
  /** The owner's text, and in ISO 8601 the earliest and actual times of restoring. */
  readonly answer?: string | undefined;
  readonly restoreFrom?: string | undefined;
  readonly restoredAt?: string | undefined;
  /** True if a report was the reason, of this takedown or of another one that the answer is about. */
  readonly isReported?: boolean;
  /** True if the artwork is still down for another takedown. */
  readonly staysDown?: boolean;
}

const formatRestoreDate = ({ restoreFrom = "" }: TakenDown) =>
  `${formatDate(restoreFrom, DISPLAY.momentFormat, "UTC")} UTC`;

/** How the artwork came to the operators' notice, without the person who reported it. */
const formatSource = ({ reporter = "" }: TakenDown) =>
  ({ [COMPARISON]: "Our comparison of pictures", [OWN_LOOK]: "Our own review" })[reporter] ??
  "A notice that we received";

/** Mails to the owner of taken-down artwork. */
export const takedownEmailTemplates = {
  takenDown: (href: string, { isReported, ...takedown }: TakenDown): EmailTemplate => ({
    subject: "Your artwork was taken down",
    paragraphs: [
      "We took down one of your artworks: only you can see it, and it isn't for sale. Licenses to it stay valid, and buyers keep what they bought.",
      `A person decided this. If you think this is a mistake, you have six months to tell us: contact us on the site and explain why. Somebody other than the person who decided reads your answer${isReported ? ". We forward it to the reporter; unless the reporter goes to court, we restore the artwork." : " and decides whether the artwork returns."}`,
    ],
    facts: [
      ["Artwork", takedown.title],
      ["Reason", takedown.reason],
      ...(takedown.rule ? [["Rule", takedown.rule] as const] : []),
      ["How we found it", formatSource(takedown)],
    ],
    action: { label: "See your artwork", href },
  }),
  answered: (href: string, { isReported, ...artwork }: TakenDown): EmailTemplate => ({
    subject: isReported ? "Your answer was forwarded" : "We got your answer",
    paragraphs: [
      isReported
        ? `We forwarded your answer about the artwork that we took down. Unless the reporter informs us of court proceedings by ${formatRestoreDate(artwork)}, we will restore it then.`
        : `We got your answer about the artwork that we took down. Somebody other than the person who took it down decides about it. If the artwork returns, it does so on ${formatRestoreDate(artwork)} at the earliest.`,
    ],
    facts: [
      ["Artwork", artwork.title],
      ["Your answer", artwork.answer ?? ""],
    ],
    action: { label: "See your artwork", href },
  }),
  restored: (href: string, { title, staysDown }: TakenDown): EmailTemplate => ({
    subject: staysDown ? "We reversed a decision about your artwork" : "Your artwork is back",
    paragraphs: [
      staysDown
        ? "We reversed one of our decisions to take your artwork down. It stays down for another reason, about which we wrote to you separately."
        : "We restored your artwork: it is visible and for sale as before.",
    ],
    facts: [["Artwork", title]],
    action: { label: "See your artwork", href },
  }),
} as const;

/** The artwork with the report's number: without a link, several may have its title. */
const listReported = ({ title, reporter }: TakenDown) => [
  ["Artwork", title] as const,
  ...(reporter ? [["Reference", reporter] as const] : []),
];

/** Mails to the reporter, who learns nothing about the owner except the answer. Nobody else opens artwork that is down. */
export const reporterEmailTemplates = {
  takenDown: (_href: string, artwork: TakenDown): EmailTemplate => ({
    subject: "The artwork you reported was taken down",
    paragraphs: [
      "We read your notice and took the artwork down. Its artist may object; if so, we will write to you again. Licenses bought before stay valid.",
      "If you didn't send a notice, someone else entered your email address, and you don't need to do anything.",
    ],
    facts: listReported(artwork),
  }),
  answered: (_href: string, artwork: TakenDown, operators = ""): EmailTemplate => ({
    subject: "The artist objects to your notice",
    paragraphs: [
      {
        own: `The artist objects to your notice. The artwork stays down until ${formatRestoreDate(artwork)} and is then restored, unless you go to court and send the court's file number to ${operators} by that date.`,
      },
    ],
    facts: [...listReported(artwork), ["The artist's answer", artwork.answer ?? ""]],
  }),
  restored: (href: string, artwork: TakenDown): EmailTemplate => {
    const { restoreFrom, restoredAt = "", staysDown } = artwork;
    const isObjection = restoreFrom && restoreFrom <= restoredAt;
    const done = staysDown ? "reversed our decision about the artwork" : "restored the artwork";
    return {
      subject: staysDown ? "We reversed our decision about your notice" : "The artwork you reported was restored",
      paragraphs: [
        isObjection
          ? `We ${done}, because its artist objected and you didn't inform us of court proceedings.`
          : `We reviewed our decision to take the artwork down, and ${staysDown ? "reversed" : "restored"} it.`,
        ...(staysDown ? ["The artwork stays down for another reason."] : []),
      ],
      facts: listReported(artwork),
      ...(staysDown ? {} : { action: { label: "See the artwork", href } }),
    };
  },
} as const;
