import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FailedNotice } from "./missing-part.tsx";

/** A part of a page that may fail without the rest of it. */
export function SectionBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary resetKey={useLocation().pathname} fallback={(retry) => <FailedNotice onRetry={retry} />}>
      {children}
    </ErrorBoundary>
  );
}
