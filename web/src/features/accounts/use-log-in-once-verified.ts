import { useEffect, useEffectEvent, useRef } from "react";
import { login } from "#shared/contract/auth.ts";
import type { LoginForm } from "#shared/model/account.ts";
import type { RouteResult } from "#shared/route.ts";
import { buildRequest, exchange } from "#web/api/request.ts";
import { ApiError } from "#web/api/response.ts";
import { openChannel } from "#web/open-channel.ts";
import { browserTransport } from "#web/session/browser-session.ts";
import { useSession } from "#web/session/use-session.ts";

const CHANNEL = "verification";

/** How long it polls. */
const LAST_MS = 10 * 60_000;
/** First polling interval; later ones are a tenth of the elapsed time. */
const FIRST_WAIT_MS = 2_000;
const waitAfter = (elapsed: number) => Math.max(FIRST_WAIT_MS, elapsed / 10);

/** Notifies this browser's tabs that a link has verified some address. */
export function publishVerified() {
  const channel = openChannel(CHANNEL);
  channel?.postMessage("verified");
  channel?.close();
}

/** True if a retry may succeed: the link isn't opened yet, or the call failed. */
const isWaiting = (error: unknown) =>
  error instanceof ApiError && (error.code === "unverified" || error.status === 0 || error.status >= 429);

/**
 * Logs in with the sign-up's password once the address is verified in any browser: tries when another tab reports it, when
 * this one gets the focus, and for ten minutes by polling while visible. The mailed link itself grants no log-in, in case
 * it reached somebody else. Returns a function that tries and resolves to true on success.
 */
export function useLogInOnceVerified(body: LoginForm, onRefused: () => void) {
  const { begin } = useSession();
  const last = useRef(Promise.resolve(false));

  async function tryOnce() {
    try {
      begin((await exchange(browserTransport, buildRequest(login, { body }), null)) as RouteResult<typeof login>);
      return true;
    } catch (error) {
      if (!isWaiting(error)) onRefused();
      return false;
    }
  }

  /** Sequential, because the running attempt may have started too early for the event that asks for the next. */
  function attempt() {
    last.current = last.current.then((isDone) => isDone || tryOnce());
    return last.current;
  }

  const onVerified = useEffectEvent(() => void attempt());
  /** A hidden tab waits until it is visible. */
  const onSign = useEffectEvent(() => {
    if (!document.hidden) void attempt();
  });
  useEffect(() => {
    const channel = openChannel(CHANNEL);
    channel?.addEventListener("message", onVerified);
    window.addEventListener("focus", onSign);
    document.addEventListener("visibilitychange", onSign);
    let timer: ReturnType<typeof setTimeout>;
    function tryLater(elapsed: number) {
      const wait = waitAfter(elapsed);
      if (elapsed + wait > LAST_MS) return;
      timer = setTimeout(() => {
        onSign();
        tryLater(elapsed + wait);
      }, wait);
    }
    tryLater(0);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", onSign);
      document.removeEventListener("visibilitychange", onSign);
      channel?.close();
    };
  }, []);

  return attempt;
}
