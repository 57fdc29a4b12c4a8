import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type ReturnState, useReturnState } from "#web/session/return-page.ts";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { navigation } from "#web/ui/navigation.ts";
import { MAIN_ID } from "./layouts.tsx";

/** Scrolls to the top and moves the focus after every navigation, and lets code outside the tree navigate. */
export function RouteEffects() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const here = useReturnState();
  const from = useRef(here);
  from.current = here;

  useEffect(
    () =>
      navigation.bind((path, message) => {
        const state: LocationMessage & ReturnState = {
          ...(message ? { message } : {}),
          ...(path === "/login" ? from.current : {}),
        };
        void navigate(path, { state });
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
