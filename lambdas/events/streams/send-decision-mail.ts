import type { DecisionMail } from "../../areas/cases/decision-mails.ts";
import { type MailServices, mailOnce, mailOnceTo } from "../../platform/mail/mail-once.ts";

/** Replaces the user's id in the record of a mail to a reporter. */
const REPORTER = "reporter";

/** Sends the mail of a decision once per key. */
export const sendDecisionMail = (services: MailServices, key: string, { kind, email, ...recipient }: DecisionMail) =>
  recipient.to === "reporter"
    ? mailOnceTo(recipient.address, services, REPORTER, { key, kind }, email)
    : mailOnce(services, recipient.userId, { key, kind }, email);
