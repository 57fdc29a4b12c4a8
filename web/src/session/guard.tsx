import { type ReactNode, useRef } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { MESSAGES } from "#shared/messages.ts";
import type { Page } from "#shared/pages.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { GoodbyePage } from "#web/ui/goodbye-page.tsx";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { parseReturnState, type ReturnState } from "./return-page.ts";
import { useSession } from "./use-session.ts";

interface GuardProps {
  readonly access: Page["access"];
  /** Shown until the session is known. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/**
 * Redirects visitors from protected screens to /login, and users from the auth screens to /, both with the page that
 * required the log-in, unless the user logged out there. After closing an account it shows the goodbye page. Operators'
 * pages exist for nobody else.
 */
export function Guard({ access, waiting, children }: GuardProps) {
  const { status, user, signOutReason, start } = useSession();
  const { pathname, search, state } = useLocation();
  const wasSignedIn = useRef(false);
  if (access === "public") return children;
  // Another tab's log-in restarts the session here, which must not unmount the link's result.
  if (access === "link") return children;
  if (status === "starting") return waiting;
  if (access === "auth")
    return status === "authenticated" ? <Navigate to="/" replace state={parseReturnState(state)} /> : children;
  if (access === "operator" && status !== "authenticated")
    return wasSignedIn.current ? <Navigate to="/" replace /> : <NotFoundRedirect />;
  // Once it is shown, the screen itself learns that permissions ended, and keeps typed texts until then.
  if (access === "operator" && !user?.operator && !wasSignedIn.current) return <NotFoundRedirect />;
  if (status === "failed") return <ErrorPage onRetry={start} />;
  if (status === "authenticated") {
    wasSignedIn.current = true;
    return children;
  }
  if (wasSignedIn.current && signOutReason === MESSAGES.userDeactivated) return <GoodbyePage />;
  const toLogin: LocationMessage & ReturnState = {
    ...(signOutReason ? { message: signOutReason } : {}),
    ...(signOutReason || !wasSignedIn.current ? { from: pathname + search } : {}),
  };
  return <Navigate to="/login" replace state={toLogin} />;
}
