import type { Answer } from "./api/answers.ts";

/** Id of the element that holds what a page was rendered from. */
export const SENT_PAGE = "sent-page";

/** What comes along with a page that was rendered before it was sent. */
export interface SentPage {
  /** 404: what was asked for isn't there for a visitor. */
  readonly status: 200 | 404;
  readonly answers: readonly Answer[];
}

/** What this page was rendered from; `undefined` where the browser draws the page alone. */
export function readSentPage(): SentPage | undefined {
  const text = document.getElementById(SENT_PAGE)?.textContent;
  return text ? (JSON.parse(text) as SentPage) : undefined;
}
