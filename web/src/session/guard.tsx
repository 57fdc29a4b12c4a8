import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import type { ScreenRoute } from "#web/routes.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { useSession } from "./use-session.ts";

interface GuardProps {
  readonly kind: ScreenRoute["kind"];
  /** Shown until it is known who is here. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Sends visitors from protected screens to /login, and whoever is signed in from the auth screens to /. */
export function Guard({ kind, waiting, children }: GuardProps) {
  const { status, start } = useSession();
  if (kind === "public") return children;
  if (status === "starting") return waiting;
  if (kind === "auth") return status === "authenticated" ? <Navigate to="/" replace /> : children;
  if (status === "failed") return <ErrorPage onRetry={start} />;
  return status === "authenticated" ? children : <Navigate to="/login" replace />;
}
