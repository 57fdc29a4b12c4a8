import { matchRoutes } from "react-router-dom";
import type { FeatureSwitches } from "#shared/features.ts";
import { type Page, pagesOf } from "#shared/pages.ts";

/** The page that a path opens on a stage with these features, if there is one; ranked as the router ranks its routes. */
export const matchPage = (path: string, features: FeatureSwitches): Page | undefined =>
  matchRoutes(pagesOf(features), path)?.[0]?.route;
