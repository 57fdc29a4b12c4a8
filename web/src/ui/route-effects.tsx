import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { MAIN_ID } from "./layouts.tsx";
import { navigator } from "./navigator.ts";

/** What a page says that one is sent to, e.g. /login after a password was reset. */
export interface LocationMessage {
  readonly message?: string;
}

/** The message that came with the way here. */
export function useLocationMessage(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || !state || !("message" in state)) return undefined;
  return typeof state.message === "string" ? state.message : undefined;
}

/** Scrolls to top and moves the focus on every change of page, and lets code outside the tree navigate. */
export function RouteEffects() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(
    () =>
      navigator.bind((path, message) => {
        void navigate(path, message ? { state: { message } satisfies LocationMessage } : {});
      }),
    [navigate],
  );

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
