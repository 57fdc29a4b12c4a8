import { useCallback } from "react";
import { type Cache, useSWRConfig } from "swr";
import type { Route } from "#shared/route.ts";
import { isListKey, plainKey } from "./read-cache.ts";
import { buildPath } from "./request.ts";

/**
 * Makes what was read from a route stale, whatever its query was: shown data is read again now, the rest when next shown.
 * Shown lists keep their items until the new ones are here.
 */
export function useInvalidate() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    async (route: Route, params?: object) => {
      const key = `${route.method} ${buildPath(route.path, params)}`;
      const matching = [...cache.keys()].filter((cached) => {
        const plain = plainKey(cached);
        return plain === key || plain.startsWith(`${key}?`);
      });
      const lists = matching.filter(isListKey);
      const reads = matching.filter((cached) => !isListKey(cached));
      await Promise.all(
        reads.map((cached) => (lists.length ? mutate(cached, undefined, { revalidate: false }) : mutate(cached))),
      );
      await Promise.all(lists.map((list) => mutate(list)));
    },
    [cache, mutate],
  );
}

const getPath = (key: string) => plainKey(key).split("?")[0];

/** Clears everything that was read for the previous user; what is shown is read again. */
export function useClearReads() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(async () => {
    const loaded = loadedKeys(cache);
    const inOrder = [...loaded.filter((key) => !isListKey(key)), ...loaded.filter(isListKey)];
    await Promise.all(inOrder.map((key) => mutate(key, undefined, { revalidate: true })));
  }, [cache, mutate]);
}

/** Reads again what a visitor saw, for the user that the session turned out to have; it stays shown until then. */
export function useRefreshReads() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(async () => {
    const loaded = loadedKeys(cache);
    const lists = loaded.filter(isListKey);
    const listed = new Set(lists.map(getPath));
    const reads = loaded.filter((key) => !isListKey(key));
    await Promise.all(
      reads.map((key) => (listed.has(getPath(key)) ? mutate(key, undefined, { revalidate: false }) : mutate(key))),
    );
    await Promise.all(lists.map((key) => mutate(key)));
  }, [cache, mutate]);
}

const loadedKeys = (cache: Pick<Cache, "keys" | "get">) =>
  [...cache.keys()].filter((key) => plainKey(key).startsWith("GET /") && cache.get(key)?.data !== undefined);
