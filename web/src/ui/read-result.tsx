import type { ReactNode } from "react";
import type { ApiError } from "#web/api/response.ts";
import { ErrorPage } from "./error-page.tsx";
import { NotFoundRedirect } from "./not-found-redirect.tsx";
import { SectionBoundary } from "./section-boundary.tsx";

interface ReadResultProps<Data> {
  /** Result of `useRead`. */
  readonly read: { readonly data: Data | undefined; readonly error: ApiError | undefined; mutate(): unknown };
  /** Shown until there is data or an error. */
  readonly fallback: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Shows a read's data as a section, the 404 page, or the 500 page with a retry. Data stays shown if a later read fails. */
export function ReadResult<Data>({ read: { data, error, mutate }, fallback, children }: ReadResultProps<Data>) {
  if (data !== undefined) return <SectionBoundary>{children(data)}</SectionBoundary>;
  // The API answers 400 for a malformed id.
  if (error?.status === 404 || error?.status === 400) return <NotFoundRedirect />;
  if (error) return <ErrorPage onRetry={() => mutate()} />;
  return fallback;
}
