import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Where the places are in the tab's storage. */
export const PLACES_STORAGE_KEY = "places";

/** Milliseconds within which a page that is gone back to has to become as long as it was. */
const PATIENCE_MS = 3_000;

/** Events that cancel scroll restoration. */
const TAKING_OVER = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/** How far down each entry of this tab's history was left, in pixels. */
const places = new Map<string, number>();

/** Scroll positions of earlier documents in this tab, read on demand. */
function storedPlaces(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(sessionStorage.getItem(PLACES_STORAGE_KEY) ?? "{}");
  } catch {
    return {};
  }
}

function storePlaces() {
  try {
    sessionStorage.setItem(PLACES_STORAGE_KEY, JSON.stringify({ ...storedPlaces(), ...Object.fromEntries(places) }));
  } catch {
    // Storage may be forbidden or full; places then last as long as the document.
  }
}

/**
 * Scrolls as the page becomes long enough, and again while its parts still change their heights, until the visitor does
 * something. Returns how to give up.
 */
function keepAt(top: number): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const observer = new ResizeObserver(() => window.scrollTo(0, top));
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  for (const type of TAKING_OVER) window.addEventListener(type, () => stop.abort(), { signal, passive: true });
  observer.observe(document.documentElement);
  return () => stop.abort();
}

/** True where the visitor has this entry of the history before, in an earlier document: a reload, or back from another site. */
function isDocumentAgain(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "reload" || visit?.type === "back_forward";
}

/**
 * A new page begins at its top; one that is gone back to, or loaded again, is where it was left. Browsers look for that place
 * when the page of an entry isn't drawn again yet or still too short; within a page they find it.
 */
export function useScrollPlace() {
  const { key, pathname, search, hash } = useLocation();
  const isBack = useNavigationType() === "POP";
  const entry = `${key} ${pathname}${hash}`;
  const page = pathname + search;
  const shown = useRef({ entry, page, pathname, hash });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the document's first entry
  useLayoutEffect(() => {
    const place = isDocumentAgain() ? storedPlaces()[entry] : undefined;
    return place ? keepAt(place) : undefined;
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { entry, page, pathname, hash };
    if (before.page === page) return;
    if (isBack) return keepAt(places.get(entry) ?? storedPlaces()[entry] ?? 0);
    if (before.pathname !== pathname) window.scrollTo(0, 0);
  }, [entry, page, pathname, hash, isBack]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const note = () => {
      const { entry, pathname, hash } = shown.current;
      // The address is the next one's already while its page isn't shown yet.
      if (location.pathname === pathname && location.hash === hash) places.set(entry, Math.round(window.scrollY));
    };
    window.addEventListener("scroll", note, { signal, passive: true });
    window.addEventListener("pagehide", storePlaces, { signal });
    return () => stop.abort();
  }, []);
}
