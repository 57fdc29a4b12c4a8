import { APP_NAME } from "#shared/brand.ts";

/** What a mail says; every text is plain and is escaped where it becomes HTML. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do, where there is one. */
  readonly action?: { readonly label: string; readonly href: string };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const button = ({ label, href }: NonNullable<Letter["action"]>) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 28px;border-radius:20px;` +
  `background:#d9902f;color:#17130d;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>` +
  `<p style="margin:0;font-size:13px;color:#6b6258;word-break:break-all">${escapeHtml(href)}</p>`;

/** The letter as HTML for a phone's mail reader: one column, no picture, no script. */
export const letterHtml = ({ subject, paragraphs, action }: Letter) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="color-scheme" content="light">` +
  `<title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px;background:#f4efe8;color:#241f19;` +
  `font:16px/1.55 -apple-system,'Segoe UI',Roboto,sans-serif"><div style="max-width:520px;margin:0 auto;padding:32px;` +
  `background:#fff;border-radius:20px"><p style="margin:0 0 24px;font-weight:700;font-size:20px">${APP_NAME}</p>` +
  `${paragraphs.map(paragraph).join("")}${action ? button(action) : ""}</div></body></html>`;

/** The letter as plain text. */
export const letterText = ({ paragraphs, action }: Letter) =>
  [...paragraphs, ...(action ? [`${action.label}: ${action.href}`] : []), APP_NAME].join("\n\n");
