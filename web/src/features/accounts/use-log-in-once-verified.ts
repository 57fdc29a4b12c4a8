import { useEffect, useEffectEvent, useRef } from "react";
import { login } from "#shared/contract/auth.ts";
import type { LoginForm } from "#shared/model/account.ts";
import type { ResultOf } from "#shared/route.ts";
import { buildRequest, exchange } from "#web/api/request.ts";
import { ApiError } from "#web/api/response.ts";
import { openChannel } from "#web/open-channel.ts";
import { browserTransport } from "#web/session/browser-session.ts";
import { useSession } from "#web/session/use-session.ts";

const CHANNEL = "verification";

/** How long it asks by itself. */
const LAST_MS = 10 * 60_000;
/** A link that was opened on another device goes unnoticed for so long at first, and later for a tenth of the time since. */
const FIRST_WAIT_MS = 2_000;
const waitAfter = (elapsed: number) => Math.max(FIRST_WAIT_MS, elapsed / 10);

/** Tells the tabs of this browser that a mailed link has verified an address, and nothing of whose. */
export function publishVerified() {
  const channel = openChannel(CHANNEL);
  channel?.postMessage("verified");
  channel?.close();
}

/** True where another try may succeed: the link isn't opened yet, or no answer came. */
const isWaiting = (error: unknown) =>
  error instanceof ApiError && (error.code === "unverified" || error.status === 0 || error.status >= 429);

/**
 * Logs in with the password that was typed at sign-up once the address is verified, in whichever browser: when another tab
 * says so, when this one is looked at again, and for ten minutes by itself while it is visible. The mailed link carries no
 * right to log in, so one that was mailed to somebody else logs nobody in. Returns a try, true if it went through.
 */
export function useLogInOnceVerified(body: LoginForm, onRefused: () => void) {
  const { begin } = useSession();
  const last = useRef(Promise.resolve(false));

  async function tryOnce() {
    try {
      begin((await exchange(browserTransport, buildRequest(login, { body }), null)) as ResultOf<typeof login>);
      return true;
    } catch (error) {
      if (!isWaiting(error)) onRefused();
      return false;
    }
  }

  /** One after the other: a try that runs may have come too early for what asks for the next. */
  function attempt() {
    last.current = last.current.then((isDone) => isDone || tryOnce());
    return last.current;
  }

  const onVerified = useEffectEvent(() => void attempt());
  /** A tab that nobody looks at waits until it is looked at again. */
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
