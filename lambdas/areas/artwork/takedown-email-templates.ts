import { formatDate } from "#shared/format.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";

interface TakenDown {
  readonly title: string;
  readonly reason: string;
  /** The owner's text, and in ISO 8601 the earliest and actual times of restoring. */
  readonly answer?: string | undefined;
  readonly restoreFrom?: string | undefined;
  readonly restoredAt?: string | undefined;
}

const formatRestoreDate = ({ restoreFrom = "" }: TakenDown) => `${formatDate(restoreFrom, undefined, "UTC")} UTC`;

/** Mails to the owner of taken-down artwork. */
export const takedownEmailTemplates = {
  takenDown: (href: string, { title, reason }: TakenDown): EmailTemplate => ({
    subject: "An artwork of yours was taken down",
    paragraphs: [
      "We took down an artwork of yours: nobody but you sees it, and it isn't sold. Licenses to it stay valid, and buyers keep what they bought.",
      "If you think that this is a mistake, ask us for help on the site and say why. A person reads it and passes it on to whoever reported the artwork; unless they go to court, it is shown again.",
    ],
    facts: [
      ["Artwork", title],
      ["Reason", reason],
    ],
    action: { label: "Your artwork", href },
  }),
  answered: (href: string, artwork: TakenDown): EmailTemplate => ({
    subject: "Your answer was passed on",
    paragraphs: [
      `We passed on what you answered about an artwork of yours that was taken down. Unless we hear by ${formatRestoreDate(artwork)} that the matter is before a court, it is then shown and sold as before.`,
    ],
    facts: [
      ["Artwork", artwork.title],
      ["Your answer", artwork.answer ?? ""],
    ],
    action: { label: "Your artwork", href },
  }),
  restored: (href: string, { title }: TakenDown): EmailTemplate => ({
    subject: "Your artwork is back",
    paragraphs: ["An artwork of yours that was taken down is shown and sold as before."],
    facts: [["Artwork", title]],
    action: { label: "Your artwork", href },
  }),
} as const;

/** Mails to the reporter, who learns nothing about the owner except the answer. */
export const reporterEmailTemplates = {
  takenDown: (href: string, { title }: TakenDown): EmailTemplate => ({
    subject: "What you reported was taken down",
    paragraphs: [
      "We read your notice and took the artwork down. Its artist may object; we would then write to you again. Licenses that were bought before stay valid.",
      "If you sent no notice, somebody gave your address in their place, and you need do nothing.",
    ],
    facts: [["Artwork", title]],
    action: { label: "What you reported", href },
  }),
  answered: (href: string, artwork: TakenDown, operators = ""): EmailTemplate => ({
    subject: "The artist objects to your notice",
    paragraphs: [
      {
        own: `The artist of what you reported objects. It stays down until ${formatRestoreDate(artwork)}, and is shown again after that, unless you tell ${operators} before that you asked a court to decide, with the court's file number.`,
      },
    ],
    facts: [
      ["Artwork", artwork.title],
      ["The artist's answer", artwork.answer ?? ""],
    ],
    action: { label: "What you reported", href },
  }),
  restored: (href: string, { title, restoreFrom, restoredAt = "" }: TakenDown): EmailTemplate => ({
    subject: "What you reported is shown again",
    paragraphs: [
      restoreFrom && restoreFrom <= restoredAt
        ? "We restored the artwork, because its artist objected and we heard of no court that has to decide."
        : "We reviewed our decision to take the artwork down, and restored it.",
    ],
    facts: [["Artwork", title]],
    action: { label: "What you reported", href },
  }),
} as const;
