import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

const STORAGE_KEY = "places";

/** Milliseconds within which a page that is gone back to has to become as long as it was. */
const PATIENCE_MS = 3_000;

/** What a visitor does who no longer wants to be brought back. */
const TAKING_OVER = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/** How far down each entry of this tab's history was left, in pixels. */
const places = new Map<string, number>();

/** What an earlier document of this tab has left; read only when it is asked for. */
function storedPlaces(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}");
  } catch {
    return {};
  }
}

function storePlaces() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...storedPlaces(), ...Object.fromEntries(places) }));
  } catch {
    // Storage may be forbidden or full; places then last as long as the document.
  }
}

/** Scrolls as soon as the page is long enough, unless the visitor scrolls first. Returns how to give up. */
function scrollOnceLongEnough(top: number): () => void {
  const stop = new AbortController();
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (window.scrollY >= top - 1) stop.abort();
  });
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  const { signal } = stop;
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  for (const type of TAKING_OVER) window.addEventListener(type, () => stop.abort(), { signal, passive: true });
  observer.observe(document.documentElement);
  return () => stop.abort();
}

/**
 * A new page begins at its top; one that is gone back to is where it was left. Browsers restore that before the page of an
 * entry is drawn again, so they are told to leave it to the site, except where a document is left or reloaded.
 */
export function useScrollPlace() {
  const { key, pathname, search } = useLocation();
  const isBack = useNavigationType() === "POP";
  const entry = `${key} ${pathname}`;
  const page = pathname + search;
  const shown = useRef({ entry, page, pathname });

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { entry, page, pathname };
    if (before.page === page) return;
    if (isBack) return scrollOnceLongEnough(places.get(entry) ?? storedPlaces()[entry] ?? 0);
    if (before.pathname !== pathname) window.scrollTo(0, 0);
  }, [entry, page, pathname, isBack]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const leaveToSite = () => {
      history.scrollRestoration = "manual";
    };
    if (document.readyState === "complete") leaveToSite();
    window.addEventListener("pageshow", leaveToSite, { signal });
    window.addEventListener(
      "pagehide",
      () => {
        storePlaces();
        history.scrollRestoration = "auto";
      },
      { signal },
    );
    window.addEventListener("scroll", () => places.set(shown.current.entry, Math.round(window.scrollY)), {
      signal,
      passive: true,
    });
    return () => stop.abort();
  }, []);
}
