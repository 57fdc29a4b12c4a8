import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { MissingNotice, notifyMissing } from "./missing-part.tsx";

interface MissingProps {
  readonly onClose: (() => void) | undefined;
  /** Null for a part that nobody misses. */
  readonly whenMissing: ReactNode;
}

/** Replaces a part whose script failed to load: by a notice in place, or, for one that closes, by a toast. */
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
  /** Shown until the script has come. */
  readonly fallback?: ReactNode;
  /** Closes what was opened, a dialog mostly, also where its script doesn't come. */
  readonly onClose?: () => void;
}

/**
 * A part of a page with a script of its own, which is asked for where the part is first shown. Where it doesn't come, as
 * offline, the rest of the page stays, and with it what was typed.
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
