import { useCallback } from "react";
import { useSWRConfig } from "swr";
import type { ResultOf, Route } from "#shared/route.ts";
import { isList, plainKey } from "./list-key.ts";
import { pathOf } from "./request.ts";

type Change = (data: unknown, isFirst: boolean) => unknown;

/** The same array while nothing in it changed, so that nothing is drawn again for nothing. */
function changeEach(pages: readonly unknown[], change: Change): readonly unknown[] {
  const next = pages.map((page, index) => change(page, index === 0));
  return next.some((page, index) => page !== pages[index]) ? next : pages;
}

/**
 * Changes in place what was read, without asking the API. `change` gets one answer at a time, of a list one page, and
 * whether it is the list's first; what it gives back unchanged stays as it is.
 */
export function usePatchReads() {
  const { cache, mutate } = useSWRConfig();

  const patchAll = useCallback(
    (change: Change, isMeant: (key: string) => boolean = () => true) => {
      for (const key of [...cache.keys()]) {
        const plain = plainKey(key);
        const data: unknown = cache.get(key)?.data;
        if (data === undefined || !plain.startsWith("GET /") || !isMeant(plain)) continue;
        const isWhole = isList(key) && Array.isArray(data);
        const next = isWhole ? changeEach(data, change) : change(data, !/[?&]cursor=/.test(plain));
        if (next !== data) void mutate(key, next, { revalidate: false });
      }
    },
    [cache, mutate],
  );

  const patch = useCallback(
    <R extends Route>(route: R, params: object, change: (data: ResultOf<R>, isFirst: boolean) => ResultOf<R>) => {
      const path = `${route.method} ${pathOf(route.path, params)}`;
      patchAll(change as Change, (key) => key === path || key.startsWith(`${path}?`));
    },
    [patchAll],
  );

  return { patch, patchAll };
}
