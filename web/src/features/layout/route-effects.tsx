import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { navigation } from "#web/ui/navigation.ts";
import { MAIN_ID } from "./layouts.tsx";

/** Scrolls to the top and moves the focus after every navigation, and lets code outside the tree navigate. */
export function RouteEffects() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(
    () =>
      navigation.bind((path, message) => {
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
