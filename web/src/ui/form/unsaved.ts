import { createContext, useContext, useLayoutEffect } from "react";

/** Counts one form with unsaved input; returns how to stop that. Null where nothing asks before the page is left. */
export const UnsavedContext = createContext<(() => () => void) | null>(null);

/** Lets the page's guard ask before input is lost, while `isUnsaved`. */
export function useUnsaved(isUnsaved: boolean) {
  const count = useContext(UnsavedContext);
  // Any later, and who leaves as a form first shows its change would not be asked.
  useLayoutEffect(() => (isUnsaved ? count?.() : undefined), [isUnsaved, count]);
}
