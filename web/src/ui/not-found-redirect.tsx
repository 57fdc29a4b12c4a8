import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";

/** The requested path, shown on the 404 page. */
export interface NotFoundState {
  readonly asked?: string;
}

/** Redirects a missing page to the 404 page. */
export function NotFoundRedirect() {
  const { pathname } = useLocation();
  // A stable object, as a new one would navigate again.
  const [state] = useState<NotFoundState>({ asked: pathname });
  return <Navigate to="/404" replace state={state} />;
}
