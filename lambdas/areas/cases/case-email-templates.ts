import { APP_NAME } from "#shared/brand.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";

const splitLines = (text: string) => text.split(/\n+/).filter((line) => line.trim());

interface Decided {
  /** The artwork's title, or undefined for anything else. */
  readonly title?: string | undefined;
  readonly reason: string;
  readonly rule?: string | undefined;
}

const listFacts = ({ title, reason, rule }: Decided) => [
  ...(title ? [["Artwork", title] as const] : []),
  ["Reason", reason] as const,
  ...(rule ? [["Rule", rule] as const] : []),
];

const APPEAL =
  "If you think that this is a mistake, contact us on the site within six months and explain why. Somebody other than the person who decided reads it.";

/** Mails to an artwork's owner about decisions that aren't takedowns. */
export const ownerEmailTemplates = {
  markedMature: (href: string, decided: Decided): EmailTemplate => ({
    subject: "Your artwork was marked as mature",
    paragraphs: [
      "We marked one of your artworks as mature: it stays on the site and for sale, behind a warning that visitors can open. Link previews leave it out.",
      `A person decided this. ${APPEAL}`,
    ],
    facts: listFacts(decided),
    action: { label: "Your artwork", href },
  }),
  unmarkedMature: (href: string, { title }: Pick<Decided, "title">): EmailTemplate => ({
    subject: "Your artwork is no longer marked as mature",
    paragraphs: [
      "We reviewed our decision and removed our mark from your artwork. If you marked it yourself, that stays.",
    ],
    facts: title ? [["Artwork", title]] : [],
    action: { label: "Your artwork", href },
  }),
  keptDown: (href: string, decided: Decided): EmailTemplate => ({
    subject: "Your artwork stays down",
    paragraphs: [
      "We read your answer about the artwork that we took down. It can't return for now, for the reason below.",
      "A court can decide otherwise: send us its decision, and we follow it.",
    ],
    facts: listFacts(decided),
    action: { label: "Your artwork", href },
  }),
} as const;

const listAnnouncementFacts = ({ title, ...decided }: Decided) => [
  ...(title ? [["Announcement", title] as const] : []),
  ...listFacts(decided),
];

/** Mails about an announcement, to its artist and, if `reported`, to its reporter. */
export const announcementEmailTemplates = {
  takenDown: (href: string, decided: Decided): EmailTemplate => ({
    subject: "Your announcement was taken down",
    paragraphs: [
      "We took down one of your announcements: only you can see it, and followers whom it hadn't reached don't get it.",
      `A person decided this. ${APPEAL}`,
    ],
    facts: listAnnouncementFacts(decided),
    action: { label: "See your announcement", href },
  }),
  restored: (href: string, { title }: Pick<Decided, "title">): EmailTemplate => ({
    subject: "Your announcement is back",
    paragraphs: ["We reviewed our decision and put your announcement back: everyone can see it again."],
    facts: title ? [["Announcement", title]] : [],
    action: { label: "See your announcement", href },
  }),
  reported: (href: string, { title }: Pick<Decided, "title">): EmailTemplate => ({
    subject: "The announcement you reported was taken down",
    paragraphs: [
      `We read your notice and took the announcement down: nobody but its artist can see it on ${APP_NAME}.`,
      "If you didn't send a notice, someone else entered your email address, and you don't need to do anything.",
    ],
    facts: title ? [["Announcement", title]] : [],
    action: { label: `Open ${APP_NAME}`, href },
  }),
} as const;

/** Mails to a reporter. */
export const noticeEmailTemplates = {
  accepted: (href: string, decided: Decided): EmailTemplate => ({
    subject: "We acted on your notice",
    paragraphs: [
      "We read your notice and acted on it, as described below. A person decided this.",
      "If you didn't send a notice, someone else entered your email address, and you don't need to do anything.",
    ],
    facts: listFacts(decided),
    action: { label: `Open ${APP_NAME}`, href },
  }),
  declined: (href: string, decided: Decided): EmailTemplate => ({
    subject: "We read your notice",
    paragraphs: [
      `We read your notice and decided to leave what you reported on ${APP_NAME}, for the reason below. A person decided this.`,
      "If you think that this is a mistake, send another notice within six months and explain why. Somebody other than the person who decided reads it.",
      "If you didn't send a notice, someone else entered your email address, and you don't need to do anything.",
    ],
    facts: listFacts(decided),
    action: { label: "What you reported", href },
  }),
  markedMature: (href: string, decided: Decided): EmailTemplate => ({
    subject: "The artwork you reported was marked as mature",
    paragraphs: [
      "We read your notice and marked the artwork as mature: visitors see it behind a warning.",
      "If you didn't send a notice, someone else entered your email address, and you don't need to do anything.",
    ],
    facts: listFacts(decided),
    action: { label: "Reported artwork", href },
  }),
} as const;

export const ticketEmailTemplates = {
  /** A reply goes to the operators. */
  answered: (ticket: { readonly number: string; readonly title: string; readonly answer: string }): EmailTemplate => ({
    subject: `Re: ${ticket.title} (ticket ${ticket.number})`,
    paragraphs: [
      ...splitLines(ticket.answer),
      "If you have another question about this, reply to this mail and leave the ticket's number in the subject.",
    ],
    replyToOperators: true,
  }),
} as const;

/** Mails to sellers about their money. A reply goes to the operators. */
export const sellerEmailTemplates = {
  evidenceSent: (
    { orderId, title }: { readonly orderId: string; readonly title: string },
    siteOrigin: string,
    reason: string,
  ): EmailTemplate => ({
    subject: `We answered the bank about order ${formatOrderNumber(orderId)}`,
    paragraphs: [
      "The buyer's bank had questions about this sale. We answered it for you, for the reason below. A bank reads one answer only, so you can't send another.",
      "If we should know more about the sale, reply to this email.",
    ],
    facts: [
      ["Artwork", title],
      ["Reason", reason],
    ],
    action: { label: "See the order", href: `${siteOrigin}/orders/${orderId}` },
    replyToOperators: true,
  }),
  payoutMessage: (siteOrigin: string, message: string): EmailTemplate => ({
    subject: "About your failed payout",
    paragraphs: splitLines(message),
    action: { label: "Your payouts", href: `${siteOrigin}/payouts` },
    replyToOperators: true,
  }),
} as const;
