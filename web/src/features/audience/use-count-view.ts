import { useEffect } from "react";
import { fetchTransport } from "#web/api/request.ts";
import { toDay } from "#web/features/dashboard/range.ts";
import { session } from "#web/session/browser-session.ts";

/** A page counts once it was in sight for so long. */
const SHOWN_MS = 1000;

/** Views that this tab has told of; a count takes each once a day anyway, so this only saves calls. */
const reported = new Set<string>();

/** True for a visitor who asks not to be followed, and so isn't even counted. */
const isOptedOut = () =>
  navigator.doNotTrack === "1" || ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true);

/** Nobody waits for it, and nobody misses it where it fails. */
async function reportView(path: string, ownerId: string) {
  await session.settled();
  const view = `${toDay(new Date())} ${path}`;
  if (session.state().user?.id === ownerId || reported.has(view)) return;
  reported.add(view);
  await fetchTransport({ method: "POST", path, query: {}, body: undefined }, session.token()).catch(() => undefined);
}

/** Tells of a view of this page once it is really in sight, unless it is its owner's; null tells nothing. */
export function useCountView(path: string | null, ownerId: string) {
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
