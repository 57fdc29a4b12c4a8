import { APP_NAME } from "#shared/brand.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";

const APPEAL =
  "A person decided this. If you think it is a mistake, reply to this email within six months and explain why. Somebody other than the person who decided reads your answer.";

const EXPORT_DAYS = LIFETIMES.dataExport / (24 * 3600);

/** Mails to the owner of an account about what operators did to it. `reason` is the operator's text. */
export const accountEmailTemplates = {
  sessionsEnded: (href: string, reason: string): EmailTemplate => ({
    subject: `You were logged out of ${APP_NAME} everywhere`,
    paragraphs: [
      "We ended every session of your account, for the reason below. Links for a new password that we sent you before no longer work. Your password is the same, and you can log in again.",
      "If somebody else may know your password, choose a new one in your settings.",
      APPEAL,
    ],
    facts: [
      ["Reason", reason],
      ["Rule", "Terms of Service, section 2: your account"],
    ],
    action: { label: "Log in", href },
    replyToOperators: true,
  }),
  exportStarted: (href: string, reason: string): EmailTemplate => ({
    subject: `We are preparing a copy of your ${APP_NAME} data`,
    paragraphs: [
      `We are collecting your data and pictures, for the reason below. Once the copy is ready, we email you; you alone can download it in your settings, for ${EXPORT_DAYS} days.`,
      "If you didn't ask for this, reply to this email.",
    ],
    facts: [["Reason", reason]],
    action: { label: "Open your settings", href },
    replyToOperators: true,
  }),
  erased: (reason: string): EmailTemplate => ({
    subject: `We closed your ${APP_NAME} account and deleted your data`,
    paragraphs: [
      "We closed your account for good, for the reason below, and deleted your profile, your artwork and what else was personal. Orders and licenses stay, as the law requires, and buyers keep what they bought.",
      "This is the last email to this address. If you didn't ask for this or disagree, reply to it within six months. Somebody other than the person who decided reads your answer.",
    ],
    facts: [
      ["Reason", reason],
      ["Rule", "Terms of Service, section 2: your account, and your right to have your data deleted"],
    ],
    replyToOperators: true,
  }),
} as const;
