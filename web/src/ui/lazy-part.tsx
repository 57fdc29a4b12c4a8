import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FailedNotice, notifyMissing, type RetryProps, reload } from "./missing-part.tsx";

interface MissingProps extends RetryProps {
  readonly onClose: (() => void) | undefined;
  /** Called once it is shown. */
  readonly onShow: () => void;
  /** Shown if the part failed; null for an unimportant part. */
  readonly WhenMissing: ComponentType<RetryProps> | null;
}

/** Replaces a part that failed: with a notice, or with a toast if the part can close. */
function Missing({ onClose, onShow, WhenMissing, onRetry }: MissingProps) {
  useEffect(() => {
    onShow();
    if (onClose && WhenMissing) notifyMissing();
    onClose?.();
  }, [onClose, onShow, WhenMissing]);
  return onClose || !WhenMissing ? null : <WhenMissing onRetry={onRetry} />;
}

interface LazyPartProps {
  /** Shown until the script has loaded. */
  readonly fallback?: ReactNode;
  /** Closes the part, e.g. a dialog, also if it fails. */
  readonly onClose?: () => void;
}

/**
 * A section of a page with its own script, loaded when first rendered. If it fails, e.g. offline, the rest of the page and its
 * input stay, and it loads again when tried again or next shown.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  WhenMissing: ComponentType<RetryProps> | null = FailedNotice,
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
          <Missing
            onClose={props.onClose}
            onShow={renew}
            WhenMissing={WhenMissing}
            // Chromium and Firefox fetch a script that failed to load again only in a new document.
            onRetry={() => void load().then(retry, reload)}
          />
        )}
      >
        <Suspense fallback={fallback}>{createElement(Loaded, props as unknown as Props)}</Suspense>
      </ErrorBoundary>
    );
  };
}
