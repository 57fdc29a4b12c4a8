import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { Pages } from "./use-read.ts";

interface Visits {
  /** Runs before the reload of a cached list when its page opens. */
  readonly onOpen?: () => void;
  /** Runs at each later visit. */
  readonly onReturn?: () => void;
}

/** Reloads a cached list when its page opens and at each later visit, e.g. from a notification. */
export function useFreshPages(
  { first, reload }: Pick<Pages<unknown>, "first" | "reload">,
  { onOpen, onReturn }: Visits = {},
) {
  const { key } = useLocation();
  const visit = useRef<string | null>(null);
  const now = useRef({ isRead: false, reload, onOpen, onReturn });
  now.current = { isRead: first !== undefined, reload, onOpen, onReturn };
  useEffect(() => {
    if (visit.current === key) return;
    const isReturn = visit.current !== null;
    visit.current = key;
    if (now.current.isRead) {
      if (!isReturn) now.current.onOpen?.();
      now.current.reload();
    }
    if (isReturn) now.current.onReturn?.();
  }, [key]);
}
