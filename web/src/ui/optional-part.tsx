import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";

/** A part with a script of its own that a page can do without: where that doesn't load, as offline, the rest stays. */
export const OptionalPart = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary resetKey="" instead={null}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);
