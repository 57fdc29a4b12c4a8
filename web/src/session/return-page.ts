import { useLocation, useMatches } from "react-router-dom";
import type { PAGES, Page, PagePath } from "#shared/pages.ts";
import { matchPage } from "#web/match-page.ts";

type ProtectedPath = {
  [Path in PagePath]: (typeof PAGES)[Path] extends { readonly access: "protected" } ? Path : never;
}[PagePath];

/** Names of pages that require a log-in, as words within a sentence. */
const NAMES: Readonly<Record<ProtectedPath, string>> = {
  "/my_artwork": "your artwork",
  "/artwork/add": "adding artwork",
  "/artwork/:id/edit": "editing the artwork",
  "/announcement/add": "writing an announcement",
  "/announcement/:id/edit": "editing the announcement",
  "/gallery": "your gallery",
  "/following": "the artists you follow",
  "/messages": "your messages",
  "/messages/:id": "the conversation",
  "/checkout/:id": "the checkout",
  "/checkout/offers/:id": "the checkout",
  "/onboarding": "becoming a seller",
  "/payouts": "your payouts",
  "/onboarded": "becoming a seller",
  "/orders": "your orders",
  "/orders/:id": "the order",
  "/orders/:id/certificate": "the certificate",
  "/discount_codes": "your discount codes",
  "/dashboard": "your dashboard",
  "/audience": "your audience",
  "/settings": "your settings",
  "/settings/:section": "your settings",
};

/** Navigation state passed to /login, and from there to /. */
export interface ReturnState {
  /** Path and query of the page that required the log-in. */
  readonly from?: string;
}

/** The page that required the log-in, or where the user chose to log in. */
export interface ReturnPage {
  readonly path: string;
  /** Null for a public page. */
  readonly name: string | null;
}

export function parseReturnState(state: unknown): ReturnState {
  const from = typeof state === "object" && state && "from" in state ? state.from : undefined;
  return typeof from === "string" && from.startsWith("/") && !from.startsWith("//") ? { from } : {};
}

const UNRETURNABLE: readonly Page["access"][] = ["auth", "link", "operator"];

/** Null for pages that aren't worth returning to, such as those of log-in and sign-up. */
function toReturnPage(from: string, page: Page | undefined): ReturnPage | null {
  if (!page || page.path === "/" || page.path === "/404" || UNRETURNABLE.includes(page.access)) return null;
  return { path: from, name: new Map<string, string>(Object.entries(NAMES)).get(page.path) ?? null };
}

/** The page of a path, if it can be returned to. */
export const findReturnPage = (from: string | undefined): ReturnPage | null =>
  from ? toReturnPage(from, matchPage(from)) : null;

/** The page to return to from the current navigation's state. */
export const useReturnPage = (): ReturnPage | null => findReturnPage(parseReturnState(useLocation().state).from);

/** The state for a link to /login that leads back here. */
export function useReturnState(): ReturnState {
  const { pathname, search } = useLocation();
  const page = useMatches().at(-1)?.handle as Page | undefined;
  const { path } = toReturnPage(pathname + search, page) ?? {};
  return path ? { from: path } : {};
}
