import type { FeatureSwitches } from "#shared/features.ts";
import { screens } from "#web/routes.tsx";

/** Paths of the pages that anyone can open and that are always the same, on a stage with these switches. */
export const staticPaths = (features: FeatureSwitches): string[] =>
  screens
    .filter(({ kind, path, feature }) => kind === "public" && !path.includes(":") && (!feature || features[feature]))
    .map(({ path }) => path)
    .filter((path) => path !== "/404");
