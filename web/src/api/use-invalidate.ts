import { useCallback } from "react";
import { type Cache, useSWRConfig } from "swr";
import type { Route } from "#shared/route.ts";
import { isList, plainKey } from "./list-key.ts";
import { pathOf } from "./request.ts";

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
        const plain = plainKey(held);
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

const pathIn = (key: string) => plainKey(key).split("?")[0];

/** Forgets everything that was read for a person, whom the next one isn't; what is shown is read again. */
export function useForgetReads() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(async () => {
    const answered = answeredIn(cache);
    const inOrder = [...answered.filter((key) => !isList(key)), ...answered.filter(isList)];
    await Promise.all(inOrder.map((key) => mutate(key, undefined, { revalidate: true })));
  }, [cache, mutate]);
}

/** Reads again what a visitor saw, for the person that the visitor turned out to be; it stays shown till then. */
export function useRefreshReads() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(async () => {
    const answered = answeredIn(cache);
    const lists = answered.filter(isList);
    const listed = new Set(lists.map(pathIn));
    const reads = answered.filter((key) => !isList(key));
    await Promise.all(
      reads.map((key) => (listed.has(pathIn(key)) ? mutate(key, undefined, { revalidate: false }) : mutate(key))),
    );
    await Promise.all(lists.map((key) => mutate(key)));
  }, [cache, mutate]);
}

const answeredIn = (cache: Pick<Cache, "keys" | "get">) =>
  [...cache.keys()].filter((key) => plainKey(key).startsWith("GET /") && cache.get(key)?.data !== undefined);
