import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";

/** The requested path, shown on the 404 page. */
export interface NotFoundState {
  readonly asked?: string;
}

/** The redirect to the 404 page from an address under which there is nothing. */
export function NotFoundRedirect() {
  const { pathname } = useLocation();
  // The same object at each rendering, for a new one would navigate again.
  const [state] = useState<NotFoundState>({ asked: pathname });
  return <Navigate to="/404" replace state={state} />;
}
