import { useSyncExternalStore } from "react";
import { DISPLAY } from "#shared/limits.ts";

const WIDE = `(min-width: ${DISPLAY.mobileTable}px)`;

const watch = (changed: () => void) => {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** Whether a table fits; below the specification's breakpoint the same rows are cards. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    watch,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
