import { useSyncExternalStore } from "react";
import { DISPLAY } from "#shared/limits.ts";

export type Theme = typeof DISPLAY.theme | "light";

/** Class of the page's root element; index.html sets it before the first paint. */
export const LIGHT = "light";

/** Where the choice is stored in the browser; index.html reads it too. */
export const THEME_STORAGE_KEY = "theme";

/** The colour of the browser's bar: `bg` of either theme. */
export const BACKGROUNDS: Readonly<Record<Theme, string>> = { dark: "#110f0d", light: "#f7f3ee" };

const listeners = new Set<() => void>();

function show(theme: Theme) {
  document.documentElement.classList.toggle(LIGHT, theme === LIGHT);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", BACKGROUNDS[theme]);
  for (const listener of listeners) listener();
}

/** Another tab has changed the theme. */
function handleStorageEvent({ key, newValue }: StorageEvent) {
  if (key === THEME_STORAGE_KEY) show(newValue === LIGHT ? LIGHT : DISPLAY.theme);
}

/** The page's theme; the class of its root element is where it is held. */
export const themeChoice = {
  current: (): Theme => (document.documentElement.classList.contains(LIGHT) ? LIGHT : DISPLAY.theme),
  choose(theme: Theme) {
    show(theme);
    try {
      localStorage.setItem(THEME_STORAGE_KEY, theme);
    } catch {
      // Storage may be forbidden by the browser's settings; the choice then lasts as long as the page.
    }
  },
  /** Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener("storage", handleStorageEvent);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", handleStorageEvent);
    };
  },
};

/** The theme and how to change to the other; a server knows of no choice and renders the default. */
export function useTheme() {
  const theme = useSyncExternalStore(themeChoice.subscribe, themeChoice.current, (): Theme => DISPLAY.theme);
  const other: Theme = theme === LIGHT ? DISPLAY.theme : LIGHT;
  return { theme, other, change: () => themeChoice.choose(other) };
}
