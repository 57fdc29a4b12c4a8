import { useCallback } from "react";
import { useSWRConfig } from "swr";
import type { Route } from "#shared/route.ts";
import { pathOf } from "./request.ts";

/** What SWR puts before the key of a list's first page. */
const LIST = "$inf$";

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
      const lists = matching.filter((held) => held.startsWith(LIST));
      const reads = matching.filter((held) => !held.startsWith(LIST));
      await Promise.all(reads.map((read) => (lists.length ? mutate(read, undefined, { revalidate: false }) : mutate(read))));
      await Promise.all(lists.map((list) => mutate(list)));
    },
    [cache, mutate],
  );
}
