import { useCallback } from "react";
import { useSWRConfig } from "swr";
import type { Route } from "#shared/route.ts";
import { pathOf } from "./request.ts";

/** What SWR puts before the key of a list's first page; the pages themselves have plain keys. */
const LIST = "$inf$";
const isList = (key: string) => key.startsWith(LIST);

/**
 * Makes what was read from a route stale, whatever its query was: shown data is read again now, the rest when next shown.
 * Shown lists keep their items until the new ones are here.
 */
export function useInvalidate() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    async (route: Route, params?: object) => {
      const key = `${route.method} ${pathOf(route.path, params)}`;
      const matching = [...cache.keys()].filter((held) => {
        const plain = held.replace(LIST, "");
        return plain === key || plain.startsWith(`${key}?`);
      });
      const lists = matching.filter(isList);
      const reads = matching.filter((held) => !isList(held));
      await Promise.all(
        reads.map((held) => (lists.length ? mutate(held, undefined, { revalidate: false }) : mutate(held))),
      );
      await Promise.all(lists.map((list) => mutate(list)));
    },
    [cache, mutate],
  );
}

/** Forgets everything read from the API; what is shown is read again. */
export function useForgetReads() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(async () => {
    const held = [...cache.keys()].filter((key) => key.replace(LIST, "").startsWith("GET /"));
    const answered = held.filter((key) => cache.get(key)?.data !== undefined);
    const inOrder = [...answered.filter((key) => !isList(key)), ...answered.filter(isList)];
    await Promise.all(inOrder.map((key) => mutate(key, undefined, { revalidate: true })));
  }, [cache, mutate]);
}
