import { ACCENT, APP_NAME } from "#shared/brand.ts";
import { escapeHtml } from "#shared/escape-html.ts";
import { disableLinks } from "./disable-links.ts";

/**
 * A line of a mail. Plain text may contain users' input and is sent without links; `own` marks our own text, without users'
 * input, which is sent unchanged.
 */
export type MailText = string | { readonly own: string };

/** Content of a mail; texts are escaped in HTML. Only texts marked as our own may contain links. */
export interface EmailTemplate {
  readonly subject: string;
  readonly paragraphs: readonly MailText[];
  /** Names and values, one a line. */
  readonly facts?: readonly (readonly [name: string, value: MailText])[];
  /** The main action, if there is one. */
  readonly action?: Link;
  /** A secondary link. */
  readonly further?: Link;
  /** Present on mails that aren't needed for an account or an order. */
  readonly unsubscribe?: Unsubscribe;
}

/** URLs that stop this kind of mail: a page, and a call for mail programs. */
export interface Unsubscribe {
  readonly page: string;
  readonly call: string;
}

interface Link {
  readonly label: string;
  readonly href: string;
}

const toLine = (text: MailText) => (typeof text === "string" ? disableLinks(text) : text.own);

const toHtml = (text: MailText) => escapeHtml(toLine(text));

const paragraph = (text: MailText) => `<p style="margin:0 0 16px">${toHtml(text)}</p>`;

const fact = ([name, value]: readonly [string, MailText]) =>
  `<tr><td style="padding:4px 16px 4px 0;color:#6b6258;vertical-align:top;white-space:nowrap">${toHtml(name)}</td>` +
  `<td style="padding:4px 0;vertical-align:top;word-break:break-word">${toHtml(value)}</td></tr>`;

const table = (facts: NonNullable<EmailTemplate["facts"]>) =>
  `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse;font-size:15px">${facts.map(fact).join("")}</table>`;

const furtherLink = ({ label, href }: Link) =>
  `<p style="margin:16px 0 0;font-size:15px"><a href="${escapeHtml(href)}" style="color:${ACCENT[700]}">${toHtml(label)}</a></p>`;

const button = ({ label, href }: Link) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 28px;border-radius:20px;` +
  `background:${ACCENT[400]};color:#17130d;font-weight:600;text-decoration:none">${toHtml(label)}</a></p>` +
  `<p style="margin:0;font-size:13px;color:#6b6258;word-break:break-all">${escapeHtml(href)}</p>`;

const UNSUBSCRIBE = "Stop these emails";

const unsubscribeLink = ({ page }: Unsubscribe) =>
  `<p style="margin:24px 0 0;font-size:13px"><a href="${escapeHtml(page)}" style="color:#6b6258">${UNSUBSCRIBE}</a></p>`;

/** The mail as HTML for a phone's mail reader: one column, no pictures, no scripts. */
export const renderHtml = ({ subject, paragraphs, facts, action, further, unsubscribe }: EmailTemplate) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="color-scheme" content="light">` +
  `<title>${toHtml(subject)}</title></head><body style="margin:0;padding:24px;background:#f4efe8;color:#241f19;` +
  `font:16px/1.55 -apple-system,'Segoe UI',Roboto,sans-serif"><div style="max-width:520px;margin:0 auto;padding:32px;` +
  `background:#fff;border-radius:20px"><p style="margin:0 0 24px;font-weight:700;font-size:20px">${APP_NAME}</p>` +
  `${paragraphs.map(paragraph).join("")}${facts ? table(facts) : ""}${action ? button(action) : ""}` +
  `${further ? furtherLink(further) : ""}${unsubscribe ? unsubscribeLink(unsubscribe) : ""}</div></body></html>`;

export const renderSubject = ({ subject }: EmailTemplate) => toLine(subject);

export const renderText = ({ paragraphs, facts = [], action, further, unsubscribe }: EmailTemplate) =>
  [
    ...paragraphs.map(toLine),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${toLine(name)}: ${toLine(value)}`).join("\n")] : []),
    ...[action, further].flatMap((link) => (link ? [`${toLine(link.label)}: ${link.href}`] : [])),
    APP_NAME,
    ...(unsubscribe ? [`${UNSUBSCRIBE}: ${unsubscribe.page}`] : []),
  ].join("\n\n");
