import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from "react";
import { MESSAGES } from "#shared/messages.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { toast } from "./toaster.tsx";

const RELOAD = { label: "Reload", run: () => window.location.reload() };

interface MissingProps {
  readonly onClose: (() => void) | undefined;
  /** Shown in the part's place. */
  readonly children: ReactNode;
}

/**
 * Says that a part is missing. Browsers keep the failure of a script for as long as the document lasts, so that only a
 * reload helps; without a network, that would lose the page too.
 */
function Missing({ onClose, children }: MissingProps) {
  useEffect(() => {
    toast.error(MESSAGES.partMissing, navigator.onLine ? RELOAD : undefined);
    onClose?.();
  }, [onClose]);
  return children;
}

interface PartProps {
  /** Closes a dialog, also where its script doesn't come. */
  readonly onClose?: () => void;
}

interface InsteadProps {
  /** Shown while the script isn't there. */
  readonly instead?: ReactNode;
}

/**
 * A part of a page with a script of its own, which is asked for where the part is first shown. Where it doesn't come, as
 * offline, the rest of the page stays, and with it what was typed.
 */
export function lazyPart<Props extends object & PartProps>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
) {
  const Part = lazy(load);
  return function LazyPart({ instead = null, ...props }: Props & InsteadProps) {
    return (
      <ErrorBoundary resetKey="" instead={<Missing onClose={props.onClose}>{instead}</Missing>}>
        <Suspense fallback={instead}>{createElement(Part, props as unknown as Props)}</Suspense>
      </ErrorBoundary>
    );
  };
}
