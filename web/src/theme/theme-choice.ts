import { useSyncExternalStore } from "react";
import { DISPLAY } from "#shared/display.ts";
import { openChannel } from "#web/open-channel.ts";
import { remembered } from "#web/remembered.ts";

export type Theme = typeof DISPLAY.theme | "light";

/** Class of the page's root element; index.html sets it before the first paint. */
export const LIGHT = "light";

/** Colour of the browser's toolbar: `bg` of each theme. */
export const BACKGROUNDS: Readonly<Record<Theme, string>> = { dark: "#110f0d", light: "#f7f3ee" };

const listeners = new Set<() => void>();

function show(theme: Theme) {
  document.documentElement.classList.toggle(LIGHT, theme === LIGHT);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", BACKGROUNDS[theme]);
  for (const listener of listeners) listener();
}

const CHANNEL = "theme";

/** Channel to the other tabs; open while there are subscribers. */
let channel: BroadcastChannel | undefined;

const isTheme = (data: unknown): data is Theme => data === DISPLAY.theme || data === LIGHT;

function listenToOtherTabs() {
  channel = openChannel(CHANNEL);
  channel?.addEventListener("message", ({ data }) => {
    if (isTheme(data)) show(data);
  });
}

function leaveOtherTabs() {
  channel?.close();
  channel = undefined;
}

/** The page's theme, stored as the class of its root element. */
export const themeChoice = {
  current: (): Theme => (document.documentElement.classList.contains(LIGHT) ? LIGHT : DISPLAY.theme),
  choose(theme: Theme) {
    show(theme);
    remembered.set("theme", theme);
    channel?.postMessage(theme);
  },
  /** Returns the function to unsubscribe. */
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) listenToOtherTabs();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) leaveOtherTabs();
    };
  },
};

/** Prints in the light theme; returns the function to stop it. */
export function printLight(): () => void {
  const { classList } = document.documentElement;
  let wasDark = false;
  function onBefore() {
    wasDark = !classList.contains(LIGHT);
    classList.add(LIGHT);
  }
  function onAfter() {
    if (wasDark) classList.remove(LIGHT);
  }
  window.addEventListener("beforeprint", onBefore);
  window.addEventListener("afterprint", onAfter);
  return () => {
    window.removeEventListener("beforeprint", onBefore);
    window.removeEventListener("afterprint", onAfter);
  };
}

/** The theme and a function to change it; a server renders the default. */
export function useTheme() {
  const theme = useSyncExternalStore(themeChoice.subscribe, themeChoice.current, (): Theme => DISPLAY.theme);
  const other: Theme = theme === LIGHT ? DISPLAY.theme : LIGHT;
  return { theme, other, change: () => themeChoice.choose(other) };
}
