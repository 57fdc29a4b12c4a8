import type { EmailTemplate } from "../../platform/mail/email-template.ts";

const splitLines = (text: string) => text.split(/\n+/).filter((line) => line.trim());

/** Mails to the operators of what people write to them. Whoever wrote is answered by a reply. */
export const operatorEmailTemplates = {
  ticket: (ticket: {
    readonly number: string;
    readonly title: string;
    readonly body: string;
    /** In words. */
    readonly sender: string;
  }): EmailTemplate => ({
    subject: `Ticket: ${ticket.title}`,
    paragraphs: [`${ticket.sender} asks, ticket ${ticket.number}:`, ...splitLines(ticket.body)],
  }),
  /** `href` is of this site, but may end in words of the reporter's. */
  notice: (notice: {
    readonly number: string;
    readonly href: string;
    readonly reason: string;
    readonly email: string;
  }): EmailTemplate => ({
    subject: `Notice ${notice.number}`,
    paragraphs: [`${notice.email} reports what the link leads to:`, ...splitLines(notice.reason)],
    action: { label: "Look at it", href: notice.href },
  }),
} as const;
