import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { guardedNavigation } from "#web/ui/navigation.ts";

const isGuard = (state: unknown) => typeof state === "object" && state !== null && "guard" in state;

/** The same page once more on top of the history, so that the back button leads here and asks before it leads away. */
function putGuard() {
  if (!isGuard(history.state)) history.pushState({ ...history.state, guard: true }, "");
}

/** The other page of this site that a click leads to in this tab; null for every other click. */
function destinationOf(event: MouseEvent, here: string): string | null {
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
  return origin === window.location.origin && `${pathname}${search}` !== here ? `${pathname}${search}${hash}` : null;
}

/**
 * Stops links, departures, the back button and closing the tab while `isOn`. `leaving` is how to go through with what was stopped
 * (closing excepted: there the browser asks), null when nothing was.
 */
export function useLeaving(isOn: boolean) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const [leaving, setLeaving] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!isOn) return;
    putGuard();

    function onClick(event: MouseEvent) {
      const to = destinationOf(event, here);
      if (!to) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving(() => () => void navigate(to, { replace: true }));
    }

    function onMove() {
      if (isGuard(history.state)) return;
      putGuard();
      setLeaving(() => () => history.go(-2));
    }

    const letGo = guardedNavigation.guard((go) => setLeaving(() => () => go({ replace: true })));
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault();

    document.addEventListener("click", onClick, true);
    window.addEventListener("popstate", onMove);
    window.addEventListener("beforeunload", onClose);
    return () => {
      letGo();
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("popstate", onMove);
      window.removeEventListener("beforeunload", onClose);
    };
  }, [isOn, navigate, here]);

  return { leaving, stay: () => setLeaving(null) };
}
