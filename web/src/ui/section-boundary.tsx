import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FailedNotice } from "./missing-part.tsx";

interface SectionBoundaryProps {
  /** True for a part that nobody would miss. */
  readonly isOptional?: boolean;
  readonly children: ReactNode;
}

/** A part of a page that may fail without the rest of it. */
export function SectionBoundary({ isOptional = false, children }: SectionBoundaryProps) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname} fallback={isOptional ? null : (retry) => <FailedNotice onRetry={retry} />}>
      {children}
    </ErrorBoundary>
  );
}
