import { useSyncExternalStore } from "react";
import { DISPLAY } from "#shared/limits.ts";
import { LIGHT, type Theme, themeChoice } from "./theme-choice.ts";

/** The theme and how to change to the other; a server knows of no choice and renders the default. */
export function useTheme() {
  const theme = useSyncExternalStore(themeChoice.subscribe, themeChoice.current, (): Theme => DISPLAY.theme);
  const other: Theme = theme === LIGHT ? DISPLAY.theme : LIGHT;
  return { theme, other, change: () => themeChoice.choose(other) };
}
