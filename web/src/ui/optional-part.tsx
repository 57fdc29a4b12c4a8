import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";

interface OptionalPartProps {
  readonly children: ReactNode;
  /** Shown while the script loads. */
  readonly instead?: ReactNode;
}

/** A part with a script of its own that a page can do without: where that doesn't load, as offline, the rest stays. */
export const OptionalPart = ({ children, instead }: OptionalPartProps) => (
  <ErrorBoundary resetKey="" instead={null}>
    <Suspense fallback={instead}>{children}</Suspense>
  </ErrorBoundary>
);
