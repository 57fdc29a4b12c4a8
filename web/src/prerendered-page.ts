import type { PrefetchedRead } from "./api/read-cache.ts";

/** Id of the script element with the data that a page was rendered from. */
export const PRERENDERED_PAGE_ID = "prerendered-page";

/** The data that a server sends with a rendered page. */
export interface PrerenderedPage {
  /** 404: the page doesn't exist for visitors. */
  readonly status: 200 | 404;
  /** Host name that the page was rendered for. */
  readonly host: string;
  readonly reads: readonly PrefetchedRead[];
}

/** True if the visitor went back or forward within the document before the site's scripts ran. */
function hasMovedOn(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  const { pathname, search } = new URL(loaded?.name ?? window.location.href);
  return pathname !== window.location.pathname || search !== window.location.search;
}

/** Data for hydration; `undefined` if no server rendered this page or the URL has changed since. */
export function readPrerenderedPage(): PrerenderedPage | undefined {
  if (hasMovedOn()) return undefined;
  const text = document.getElementById(PRERENDERED_PAGE_ID)?.textContent;
  return text ? (JSON.parse(text) as PrerenderedPage) : undefined;
}
