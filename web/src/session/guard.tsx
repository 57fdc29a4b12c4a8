import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import type { Page } from "#shared/pages.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { useSession } from "./use-session.ts";

interface GuardProps {
  readonly access: Page["access"];
  /** Shown until it is known who is here. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Sends visitors from protected screens to /login, and whoever is signed in from the auth screens to /. */
export function Guard({ access, waiting, children }: GuardProps) {
  const { status, signOutReason, start } = useSession();
  if (access === "public") return children;
  if (status === "starting") return waiting;
  if (access === "link") return children;
  if (access === "auth") return status === "authenticated" ? <Navigate to="/" replace /> : children;
  if (status === "failed") return <ErrorPage onRetry={start} />;
  if (status === "authenticated") return children;
  return (
    <Navigate
      to="/login"
      replace
      {...(signOutReason ? { state: { message: signOutReason } satisfies LocationMessage } : {})}
    />
  );
}
