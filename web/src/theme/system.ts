import { createSystem, type SystemContext } from "@chakra-ui/react/styled-system";
import { createThemeSystem } from "./full-system.ts";
import { sharedConfig } from "./shared-config.ts";

let system: SystemContext | undefined;

/**
 * The look of the site, made when first asked for. Its global styles are in `global.css`, so that Emotion neither
 * computes nor sends them.
 */
export function getSystem(): SystemContext {
  system ??= { ...createThemeSystem(), _global: [] };
  return system;
}

/**
 * Makes the system in steps that take about as long as each other. Most of the time goes into compiling functions, which
 * a browser does as each is first called, so two smaller systems call them before.
 */
export const systemSteps: readonly (() => unknown)[] = [
  () => createSystem({}),
  () => createSystem(sharedConfig),
  getSystem,
];
