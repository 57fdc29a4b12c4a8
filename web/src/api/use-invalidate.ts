import { useCallback } from "react";
import { type Cache, useSWRConfig } from "swr";
import type { Route } from "#shared/route.ts";
import { isListKey, plainKey } from "./read-cache.ts";
import { buildPath } from "./request.ts";

/**
 * Marks all cached reads of a route as stale: shown data is refetched now, the rest when next shown. Lists keep their items
 * meanwhile.
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

/** Clears the previous user's reads and refetches shown ones. */
export function useClearReads() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(async () => {
    const loaded = listLoadedKeys(cache);
    const inOrder = [...loaded.filter((key) => !isListKey(key)), ...loaded.filter(isListKey)];
    await Promise.all(inOrder.map((key) => mutate(key, undefined, { revalidate: true })));
  }, [cache, mutate]);
}

/** Refetches a visitor's reads for the user of the started session; old data stays shown meanwhile. */
export function useRefreshReads() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(async () => {
    const loaded = listLoadedKeys(cache);
    const lists = loaded.filter(isListKey);
    const listed = new Set(lists.map(getPath));
    const reads = loaded.filter((key) => !isListKey(key));
    await Promise.all(
      reads.map((key) => (listed.has(getPath(key)) ? mutate(key, undefined, { revalidate: false }) : mutate(key))),
    );
    await Promise.all(lists.map((key) => mutate(key)));
  }, [cache, mutate]);
}

const listLoadedKeys = (cache: Pick<Cache, "keys" | "get">) =>
  [...cache.keys()].filter((key) => plainKey(key).startsWith("GET /") && cache.get(key)?.data !== undefined);
