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
  /** A picture of our own site, above the text. */
  readonly picture?: MailPicture;
  /** Names and values, one a line. */
  readonly facts?: readonly (readonly [name: string, value: MailText])[];
  /** The main action, if there is one. */
  readonly action?: Link;
  /** A secondary link. */
  readonly further?: Link;
  /** A reply goes to the operators instead of an address that nobody reads. */
  readonly replyToOperators?: true;
  /** Present on mails that aren't needed for an account or an order. */
  readonly unsubscribe?: Unsubscribe;
}

interface MailPicture {
  readonly src: string;
  /** Of the file, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
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

/** Inline styles are light, for mail programs without style sheets; these classes darken them for readers of dark themes. */
const DARK = [
  ["ground", "background:#12110f;color:#ece7df"],
  ["panel", "background:#1c1a17"],
  ["soft", "color:#a89f92"],
  ["link", `color:${ACCENT[300]}`],
]
  .map(([name, style]) => `.${name}{${style?.replace(/(?=;|$)/g, "!important")}}`)
  .join("");
const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${DARK}}`;

/** Pixels that a picture may take in a mail. */
const PICTURE = { width: 456, height: 400 } as const;

function pictureRow({ src, width, height, alt }: MailPicture) {
  const scale = Math.min(1, PICTURE.width / width, PICTURE.height / height);
  const [shownWidth, shownHeight] = [Math.round(width * scale), Math.round(height * scale)];
  return (
    `<p style="margin:0 0 24px"><img src="${escapeHtml(src)}" width="${shownWidth}" height="${shownHeight}" alt="${toHtml(alt)}" ` +
    `style="display:block;max-width:100%;height:auto;border-radius:12px"></p>`
  );
}

const paragraph = (text: MailText) => `<p style="margin:0 0 16px">${toHtml(text)}</p>`;

const fact = ([name, value]: readonly [string, MailText]) =>
  `<tr><td class="soft" style="padding:4px 16px 4px 0;color:#6b6258;vertical-align:top;white-space:nowrap">${toHtml(name)}</td>` +
  `<td style="padding:4px 0;vertical-align:top;word-break:break-word">${toHtml(value)}</td></tr>`;

const table = (facts: NonNullable<EmailTemplate["facts"]>) =>
  `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse;font-size:15px">${facts.map(fact).join("")}</table>`;

const furtherLink = ({ label, href }: Link) =>
  `<p style="margin:16px 0 0;font-size:15px"><a class="link" href="${escapeHtml(href)}" style="color:${ACCENT[700]}">${toHtml(label)}</a></p>`;

const button = ({ label, href }: Link) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 28px;border-radius:20px;` +
  `background:${ACCENT[400]};color:#17130d;font-weight:600;text-decoration:none">${toHtml(label)}</a></p>` +
  `<p class="soft" style="margin:0;font-size:13px;color:#6b6258;word-break:break-all">${escapeHtml(href)}</p>`;

const UNSUBSCRIBE = "Stop these emails";

const unsubscribeLink = ({ page }: Unsubscribe) =>
  `<p style="margin:24px 0 0;font-size:13px"><a class="soft" href="${escapeHtml(page)}" style="color:#6b6258">${UNSUBSCRIBE}</a></p>`;

/** The mail as HTML for a phone's mail reader: one column, at most one picture, no scripts, in the reader's theme. */
export const renderHtml = (email: EmailTemplate) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
  `<title>${toHtml(email.subject)}</title><style>${STYLES}</style></head><body class="ground" style="margin:0;padding:24px;` +
  `background:#f4efe8;color:#241f19;font:16px/1.55 -apple-system,'Segoe UI',Roboto,sans-serif"><div class="panel" ` +
  `style="max-width:520px;margin:0 auto;padding:32px;box-sizing:border-box;background:#fff;border-radius:20px">` +
  `<p style="margin:0 0 24px;font-weight:700;font-size:20px">${APP_NAME}</p>${renderContent(email)}</div></body></html>`;

const renderContent = ({ picture, paragraphs, facts, action, further, unsubscribe }: EmailTemplate) =>
  [
    picture && pictureRow(picture),
    ...paragraphs.map(paragraph),
    facts && table(facts),
    action && button(action),
    further && furtherLink(further),
    unsubscribe && unsubscribeLink(unsubscribe),
  ].join("");

export const renderSubject = ({ subject }: EmailTemplate) => toLine(subject);

export const renderText = ({ paragraphs, facts = [], action, further, unsubscribe }: EmailTemplate) =>
  [
    ...paragraphs.map(toLine),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${toLine(name)}: ${toLine(value)}`).join("\n")] : []),
    ...[action, further].flatMap((link) => (link ? [`${toLine(link.label)}: ${link.href}`] : [])),
    APP_NAME,
    ...(unsubscribe ? [`${UNSUBSCRIBE}: ${unsubscribe.page}`] : []),
  ].join("\n\n");
