import type { EmailTemplate } from "../mail/email-template.ts";

const linesOf = (text: string) => text.split(/\n+/).filter((line) => line.trim());

/** Mails to the operators. Whoever wrote is answered by a reply. */
export const supportEmailTemplates = {
  ticket: (ticket: {
    number: string;
    title: string;
    body: string;
    username: string;
    email: string;
  }): EmailTemplate => ({
    subject: `Ticket: ${ticket.title}`,
    paragraphs: [`${ticket.username} (${ticket.email}) asks, ticket ${ticket.number}:`, ...linesOf(ticket.body)],
  }),
  notice: (notice: { number: string; href: string; reason: string; email: string }): EmailTemplate => ({
    subject: `Notice ${notice.number}`,
    paragraphs: [`${notice.email} reports what the link leads to:`, ...linesOf(notice.reason)],
    action: { label: "Look at it", href: notice.href },
  }),
} as const;
