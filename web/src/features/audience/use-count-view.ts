import { useEffect } from "react";
import { fetchTransport } from "#web/api/request.ts";
import { toDay } from "#web/features/dashboard/range.ts";
import { session } from "#web/session/browser-session.ts";

/** Milliseconds that a page has to be visible to count. */
const SHOWN_MS = 1000;

/** Views reported by this tab; they count once a day anyway, so this only saves calls. */
const reported = new Set<string>();

/** True for visitors with Do Not Track or Global Privacy Control, who aren't counted. */
const isOptedOut = () =>
  navigator.doNotTrack === "1" || ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true);

/** Failures are ignored. */
async function reportView(path: string, ownerId: string | undefined) {
  await session.settled();
  const view = `${toDay(new Date())} ${path}`;
  if ((ownerId && session.state().user?.id === ownerId) || reported.has(view)) return;
  reported.add(view);
  await fetchTransport({ method: "POST", path, query: {}, body: undefined }, session.token()).catch(() => undefined);
}

/** Reports a view, or a search that found nothing, once the page is visible, except by its owner; null reports nothing. */
export function useCountView(path: string | null, ownerId?: string) {
  useEffect(() => {
    if (!path || isOptedOut()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function updateTimer() {
      clearTimeout(timer);
      if (path && document.visibilityState === "visible")
        timer = setTimeout(() => void reportView(path, ownerId), SHOWN_MS);
    }
    updateTimer();
    document.addEventListener("visibilitychange", updateTimer);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", updateTimer);
    };
  }, [path, ownerId]);
}
