import { createContext, useContext, useEffect } from "react";

/** Counts one form with unsaved input; returns how to stop that. Null where nothing asks before the page is left. */
export const UnsavedContext = createContext<(() => () => void) | null>(null);

/** Lets the page's guard ask before input is lost, while `isUnsaved`. */
export function useUnsaved(isUnsaved: boolean) {
  const count = useContext(UnsavedContext);
  useEffect(() => (isUnsaved ? count?.() : undefined), [isUnsaved, count]);
}
