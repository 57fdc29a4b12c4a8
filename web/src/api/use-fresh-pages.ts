import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { Pages } from "./use-read.ts";

/**
 * Reloads a list that is already cached when its page is opened, and at each later visit, such as by a notification about
 * it. `onReturn` runs at the later visits.
 */
export function useFreshPages({ first, reload }: Pick<Pages<unknown>, "first" | "reload">, onReturn?: () => void) {
  const { key } = useLocation();
  const visit = useRef<string | null>(null);
  const now = useRef({ isRead: false, reload, onReturn });
  now.current = { isRead: first !== undefined, reload, onReturn };
  useEffect(() => {
    if (visit.current === key) return;
    const isReturn = visit.current !== null;
    visit.current = key;
    if (now.current.isRead) now.current.reload();
    if (isReturn) now.current.onReturn?.();
  }, [key]);
}
