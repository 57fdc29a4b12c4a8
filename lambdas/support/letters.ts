import type { Letter } from "../mail/letter.ts";

const linesOf = (text: string) => text.split(/\n+/).filter((line) => line.trim());

/** Mails to the operators. Whoever wrote is answered by a reply. */
export const letters = {
  ticket: (ticket: { number: string; title: string; body: string; username: string; email: string }): Letter => ({
    subject: `Ticket: ${ticket.title}`,
    paragraphs: [`${ticket.username} (${ticket.email}) asks, ticket ${ticket.number}:`, ...linesOf(ticket.body)],
  }),
  notice: (notice: { number: string; href: string; reason: string; email: string }): Letter => ({
    subject: `Notice ${notice.number}`,
    paragraphs: [`${notice.email} reports what the link leads to:`, ...linesOf(notice.reason)],
    action: { label: "Look at it", href: notice.href },
  }),
} as const;
