import { DISPLAY } from "#shared/limits.ts";

export type Theme = typeof DISPLAY.theme | "light";

/** Class of the page's root element; index.html sets it before the first paint. */
export const LIGHT = "light";

/** What the choice is remembered under in the browser; index.html reads it too. */
export const REMEMBERED = "theme";

/** The browser's bar takes the colour of the ground: bg of either theme. */
export const GROUNDS: Readonly<Record<Theme, string>> = { dark: "#110f0d", light: "#f7f3ee" };

const listeners = new Set<() => void>();

function show(theme: Theme) {
  document.documentElement.classList.toggle(LIGHT, theme === LIGHT);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", GROUNDS[theme]);
  for (const listener of listeners) listener();
}

/** Another tab has chosen. */
function follow({ key, newValue }: StorageEvent) {
  if (key === REMEMBERED) show(newValue === LIGHT ? LIGHT : DISPLAY.theme);
}

/** The theme that the page stands in; the page itself is where it is kept. */
export const themeChoice = {
  current: (): Theme => (document.documentElement.classList.contains(LIGHT) ? LIGHT : DISPLAY.theme),
  choose(theme: Theme) {
    show(theme);
    try {
      localStorage.setItem(REMEMBERED, theme);
    } catch {
      // Storage may be forbidden by the browser's settings; the choice then lasts as long as the page.
    }
  },
  /** Returns how to stop listening. */
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener("storage", follow);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", follow);
    };
  },
};
