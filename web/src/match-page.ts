import { matchRoutes, parsePath } from "react-router-dom";
import { type Page, pages } from "#shared/pages.ts";

/** Finds the page of a path, with or without a query. Ranks all pages; for the current one use `useMatches`. */
export const matchPage = (path: string): Page | undefined =>
  matchRoutes([...pages], parsePath(path).pathname ?? "/")?.[0]?.route;
