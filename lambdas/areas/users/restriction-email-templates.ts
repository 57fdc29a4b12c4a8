import { APP_NAME } from "#shared/brand.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";

const APPEAL =
  "A person decided this. If you think it is a mistake, reply to this email within six months and explain why. Somebody other than the person who decided reads your answer.";

interface Statement {
  readonly reason: string;
  /** The section of the terms, or the law. */
  readonly rule: string;
}

/** Mails to the owner of a suspended or blocked account. `reason` is the operator's text. */
export const restrictionEmailTemplates = {
  suspended: (href: string, { reason, rule }: Statement): EmailTemplate => ({
    subject: `Your ${APP_NAME} account was suspended`,
    paragraphs: [
      "We suspended your account, for the reason below. Your artwork stays visible, but it can't be bought for now, and you can't publish, comment, review, write messages, or buy.",
      "You can still log in, download what you bought, refund orders, export your data, and close your account. Licenses to your artwork stay valid.",
      "A person decided this. If you think this is a mistake, log in within six months and answer; every page of the site shows you where. Somebody other than the person who decided reads your answer.",
    ],
    facts: [
      ["Reason", reason],
      ["Rule", rule],
    ],
    action: { label: "Log in and answer", href },
    replyToOperators: true,
  }),
  lifted: (href: string, reason: string): EmailTemplate => ({
    subject: `Your ${APP_NAME} account is no longer suspended`,
    paragraphs: [
      "We lifted the suspension of your account: you can publish, sell, buy and write again. Artwork that was taken down by itself stays down.",
    ],
    facts: [["Reason", reason]],
    action: { label: `Open ${APP_NAME}`, href },
    replyToOperators: true,
  }),
  upheld: (reason: string): EmailTemplate => ({
    subject: `Your ${APP_NAME} account stays suspended`,
    paragraphs: [
      "We read your answer to the suspension of your account. It stays suspended, for the reason below. Somebody other than the person who suspended it decided this.",
      "A court can decide otherwise: send us its decision, and we follow it.",
    ],
    facts: [["Reason", reason]],
    replyToOperators: true,
  }),
  blocked: ({ reason, rule }: Statement): EmailTemplate => ({
    subject: `Your ${APP_NAME} account was blocked`,
    paragraphs: [
      "We blocked your account, for the reason below: you can't log in, and your profile and artwork are no longer shown. Licenses to your artwork stay valid, as do those that you hold.",
      APPEAL,
    ],
    facts: [
      ["Reason", reason],
      ["Rule", rule],
    ],
    replyToOperators: true,
  }),
  unblocked: (href: string, reason: string): EmailTemplate => ({
    subject: `Your ${APP_NAME} account is no longer blocked`,
    paragraphs: [
      "We unblocked your account: you can log in, and your profile and artwork are shown as before. Artwork that was taken down by itself stays down.",
    ],
    facts: [["Reason", reason]],
    action: { label: "Log in", href },
    replyToOperators: true,
  }),
} as const;
