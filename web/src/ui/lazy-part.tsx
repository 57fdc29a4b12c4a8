import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FailedNotice, notifyMissing, type RetryProps, reload } from "./missing-part.tsx";

interface MissingProps {
  readonly onClose: (() => void) | undefined;
  /** Called once it is shown. */
  readonly onShow: () => void;
  /** False for an unimportant part. */
  readonly isMissed: boolean;
  /** Shown in place of a part that can't close. */
  readonly children: ReactNode;
}

/** Replaces a part that failed, or says so in a toast if the part can close. */
function Missing({ onClose, onShow, isMissed, children }: MissingProps) {
  useEffect(() => {
    onShow();
    if (onClose && isMissed) notifyMissing();
    onClose?.();
  }, [onClose, onShow, isMissed]);
  return onClose ? null : children;
}

interface LazyPartProps {
  /** Shown until the script has loaded. */
  readonly fallback?: ReactNode;
  /** Closes the part, e.g. a dialog, also if it fails. */
  readonly onClose?: () => void;
}

/**
 * A section of a page with its own script, loaded when first rendered. If it fails, e.g. offline, the rest of the page and its
 * input stay, and it loads again when tried again or next shown. `WhenMissing` takes its place then: a notice, the fallback, or
 * nothing.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  WhenMissing: ComponentType<RetryProps> | "fallback" | null = FailedNotice,
) {
  let Part = lazy(load);
  const renew = () => {
    Part = lazy(load);
  };
  const Loaded = (props: Props) => createElement(Part, props);
  return function LazyPart({ fallback = null, ...props }: Props & LazyPartProps) {
    return (
      <ErrorBoundary
        resetKey=""
        fallback={(retry) => (
          <Missing onClose={props.onClose} onShow={renew} isMissed={WhenMissing !== null}>
            {WhenMissing === "fallback"
              ? fallback
              : // Chromium and Firefox fetch a script that failed to load again only in a new document.
                WhenMissing && <WhenMissing onRetry={() => void load().then(retry, reload)} />}
          </Missing>
        )}
      >
        <Suspense fallback={fallback}>{createElement(Loaded, props as unknown as Props)}</Suspense>
      </ErrorBoundary>
    );
  };
}
