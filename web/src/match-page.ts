import { matchRoutes, parsePath } from "react-router-dom";
import type { FeatureSwitches } from "#shared/features.ts";
import { hasPage, type Page, pages } from "#shared/pages.ts";

/** Those without parameters, which nothing outranks. */
const literals = new Map<string, Page>(
  pages.filter(({ path }) => !path.includes(":")).map((page) => [page.path, page]),
);

let lastMatch: { readonly pathname: string; readonly page: Page | undefined } | undefined;

/** The last answer is kept: the router ranks all pages anew for each, and several parts ask for where one is. */
function matchRanked(pathname: string): Page | undefined {
  if (lastMatch?.pathname !== pathname) lastMatch = { pathname, page: matchRoutes([...pages], pathname)?.[0]?.route };
  return lastMatch.page;
}

/** The page that a path, with or without a query, opens, if there is one; ranked as the router ranks its routes. */
export function matchPage(path: string): Page | undefined {
  const { pathname = "/" } = parsePath(path);
  return literals.get(pathname) ?? matchRanked(pathname);
}

/** The same on a stage with these features. */
export function matchPageOf(features: FeatureSwitches, path: string): Page | undefined {
  const page = matchPage(path);
  return page && hasPage(features, page) ? page : undefined;
}
