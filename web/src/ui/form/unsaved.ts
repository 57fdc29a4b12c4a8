import { createContext, useContext, useLayoutEffect } from "react";

/** Registers a form with unsaved input; returns the function to unregister it. Null without a guard. */
export const UnsavedContext = createContext<(() => () => void) | null>(null);

/** Makes the page's guard ask before leaving while `isUnsaved`. */
export function useUnsaved(isUnsaved: boolean) {
  const count = useContext(UnsavedContext);
  // A layout effect, so that leaving right after the first change is caught.
  useLayoutEffect(() => (isUnsaved ? count?.() : undefined), [isUnsaved, count]);
}
