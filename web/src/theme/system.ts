import type { SystemContext } from "@chakra-ui/react/styled-system";
import { createThemeSystem } from "./full-system.ts";

let system: SystemContext | undefined;

/**
 * The look of the site, made when first asked for. Its global styles are in `global.css`, so that Emotion neither
 * computes nor sends them.
 */
export function getSystem(): SystemContext {
  system ??= { ...createThemeSystem(), _global: [] };
  return system;
}
