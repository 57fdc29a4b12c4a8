import { matchRoutes, parsePath } from "react-router-dom";
import { type Page, pages } from "#shared/pages.ts";

/** The page that a path, with or without a query, opens, if there is one. Ranks them all: `useMatches` has the shown one. */
export const matchPage = (path: string): Page | undefined =>
  matchRoutes([...pages], parsePath(path).pathname ?? "/")?.[0]?.route;
