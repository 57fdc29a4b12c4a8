import type { PrefetchedRead } from "./api/read-cache.ts";

/** Id of the script element that holds what a page was rendered from. */
export const PRERENDERED_PAGE_ID = "prerendered-page";

/** The data that a server sends along with the page that it rendered. */
export interface PrerenderedPage {
  /** 404: what was asked for doesn't exist for a visitor. */
  readonly status: 200 | 404;
  /** Host name that the page was rendered for. */
  readonly host: string;
  readonly reads: readonly PrefetchedRead[];
}

/** Whether somebody went back or forward in the document before any script of the site ran. */
function hasMovedOn(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  const { pathname, search } = new URL(loaded?.name ?? window.location.href);
  return pathname !== window.location.pathname || search !== window.location.search;
}

/** What this page was rendered from; `undefined` when no server rendered it, or one rendered what stands no longer here. */
export function readPrerenderedPage(): PrerenderedPage | undefined {
  if (hasMovedOn()) return undefined;
  const text = document.getElementById(PRERENDERED_PAGE_ID)?.textContent;
  return text ? (JSON.parse(text) as PrerenderedPage) : undefined;
}
