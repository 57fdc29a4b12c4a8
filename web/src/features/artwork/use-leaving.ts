import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";

/** What the router notes in each entry of the history: its place. */
const placeOf = (state: unknown): number | null =>
  typeof state === "object" && state && "idx" in state && typeof state.idx === "number" ? state.idx : null;

/** The page of this site that a click leads to in this tab; null for every other click. */
function destinationOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (
    !(link instanceof HTMLAnchorElement) ||
    (link.target && link.target !== "_self") ||
    link.hasAttribute("download")
  ) {
    return null;
  }
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isHere = pathname === location.pathname && search === location.search;
  return origin === location.origin && !isHere ? `${pathname}${search}${hash}` : null;
}

/**
 * Stops links, the back button and closing the tab while `isOn`. `leaving` is how to go through with what was stopped
 * (closing excepted: there the browser asks), null when nothing was.
 */
export function useLeaving(isOn: boolean) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const lets = useRef(0);

  useEffect(() => {
    if (!isOn) return;
    const here = placeOf(history.state);

    function onClick(event: MouseEvent) {
      const to = destinationOf(event);
      if (!to) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving(() => () => void navigate(to));
    }

    /** The address has changed already: it is put back, and the router hears of neither. */
    function onMove(event: PopStateEvent) {
      if (lets.current) {
        lets.current -= 1;
        event.stopImmediatePropagation();
        return;
      }
      const there = placeOf(event.state);
      if (here === null || there === null || here === there) return;
      event.stopImmediatePropagation();
      lets.current += 1;
      history.go(here - there);
      setLeaving(() => () => history.go(there - here));
    }

    const onClose = (event: BeforeUnloadEvent) => event.preventDefault();

    document.addEventListener("click", onClick, true);
    window.addEventListener("popstate", onMove, true);
    window.addEventListener("beforeunload", onClose);
    return () => {
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("popstate", onMove, true);
      window.removeEventListener("beforeunload", onClose);
    };
  }, [isOn, navigate]);

  return { leaving, stay: () => setLeaving(null) };
}
