import { Navigate, useLocation } from "react-router-dom";

/** What was asked for, to be named on the 404 page. */
export interface NotFoundState {
  readonly asked?: string;
}

/** The redirect to the 404 page from an address under which there is nothing. */
export function NotFoundRedirect() {
  const { pathname } = useLocation();
  return <Navigate to="/404" replace state={{ asked: pathname } satisfies NotFoundState} />;
}
