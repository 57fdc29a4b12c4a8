import type { EmailTemplate } from "../../platform/mail/email-template.ts";

const splitLines = (text: string) => text.split(/\n+/).filter((line) => line.trim());

/** Mails to the operators with people's messages. A reply goes to the sender. */
export const operatorEmailTemplates = {
  ticket: (ticket: {
    readonly number: string;
    readonly title: string;
    readonly body: string;
    /** The sender in words. */
    readonly sender: string;
    readonly caseHref: string;
  }): EmailTemplate => ({
    subject: `Ticket: ${ticket.title}`,
    paragraphs: [`${ticket.sender} asks, ticket ${ticket.number}:`, ...splitLines(ticket.body)],
    action: { label: "Answer it in the queue", href: ticket.caseHref },
  }),
  /** `href` is on this site, but may end in text by the reporter. */
  notice: (notice: {
    readonly number: string;
    readonly href: string;
    readonly reason: string;
    readonly email: string;
    readonly caseHref: string;
  }): EmailTemplate => ({
    subject: `Notice ${notice.number}`,
    paragraphs: [`${notice.email} reported the linked content:`, ...splitLines(notice.reason)],
    action: { label: "Decide in the queue", href: notice.caseHref },
    further: { label: "View the content", href: notice.href },
  }),
} as const;
