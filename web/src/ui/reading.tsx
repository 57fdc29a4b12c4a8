import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import type { ApiError } from "#web/api/error.ts";
import { ErrorPage } from "./error-page.tsx";

interface ReadingProps<Data> {
  /** What `useRead` gave. */
  readonly of: { readonly data: Data | undefined; readonly error: ApiError | undefined; mutate(): unknown };
  readonly while: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A read's three ends: the data, the 404 page, or the 500 page with another try. Data that is there stays shown. */
export function Reading<Data>({ of: { data, error, mutate }, while: waiting, children }: ReadingProps<Data>) {
  if (data !== undefined) return children(data);
  if (error?.status === 404) return <Navigate to="/404" replace />;
  if (error) return <ErrorPage onRetry={() => mutate()} />;
  return waiting;
}
