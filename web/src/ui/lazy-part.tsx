import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { MissingNotice, notifyMissing } from "./missing-part.tsx";

interface MissingProps {
  readonly onClose: (() => void) | undefined;
  /** Shown if the script fails to load; null for an unimportant part. */
  readonly whenMissing: ReactNode;
}

/** Replaces a part whose script failed to load: with a notice, or with a toast if the part can close. */
function Missing({ onClose, whenMissing }: MissingProps) {
  const isMissed = whenMissing !== null;
  useEffect(() => {
    if (!onClose) return;
    if (isMissed) notifyMissing();
    onClose();
  }, [onClose, isMissed]);
  return onClose ? null : whenMissing;
}

interface LazyPartProps {
  /** Shown until the script has loaded. */
  readonly fallback?: ReactNode;
  /** Closes the part, e.g. a dialog, also if its script fails to load. */
  readonly onClose?: () => void;
}

/**
 * A part of a page with its own script, loaded when first rendered. If loading fails, e.g. offline, the rest of the page and
 * its input stay.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  whenMissing: ReactNode = <MissingNotice />,
) {
  const Part = lazy(load);
  return function LazyPart({ fallback = null, ...props }: Props & LazyPartProps) {
    return (
      <ErrorBoundary resetKey="" fallback={<Missing onClose={props.onClose} whenMissing={whenMissing} />}>
        <Suspense fallback={fallback}>{createElement(Part, props as unknown as Props)}</Suspense>
      </ErrorBoundary>
    );
  };
}
