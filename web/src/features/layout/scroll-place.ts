import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Session storage key of scroll positions. */
export const PLACES_STORAGE_KEY = "places";

/** Milliseconds in which a page has to regain its length after Back. */
const PATIENCE_MS = 3_000;

/** Events that cancel scroll restoration. */
const TAKING_OVER = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/** Scroll positions in pixels by history entry. */
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
    // Storage may be forbidden or full; positions then last as long as the document.
  }
}

/** Ends the running restoration. */
let stopRestoring = () => {};

/** Scrolls to the top of a page that has lost its content since, and abandons its earlier scroll position. */
export function startAtTop() {
  stopRestoring();
  window.scrollTo(0, 0);
}

/** Scrolls to `top` whenever the page's height changes, until a timeout or the visitor's input. Returns the function to stop. */
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
  stopRestoring = () => stop.abort();
  return stopRestoring;
}

/** True if an earlier document had this history entry: after a reload, or Back from another site. */
function isDocumentAgain(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "reload" || visit?.type === "back_forward";
}

/**
 * New pages start at the top; after Back or a reload the scroll position is restored. Browsers try that before the page is
 * rendered in full; within a page they succeed.
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
      // During a navigation the URL changes before the page.
      if (location.pathname === pathname && location.hash === hash) places.set(entry, Math.round(window.scrollY));
    };
    window.addEventListener("scroll", note, { signal, passive: true });
    window.addEventListener("pagehide", storePlaces, { signal });
    return () => stop.abort();
  }, []);
}
