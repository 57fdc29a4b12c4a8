import type { State } from "swr";
import type { Route } from "#shared/route.ts";
import { buildRequest, type LooseInput, type ReadInput } from "./request.ts";

/** SWR's prefix for the key of a whole list; its pages have plain keys besides. */
const LIST_PREFIX = "$inf$";

/** The cache key of a read, e.g. `GET /api/artwork?sort=popular`. */
export function buildCacheKey<R extends Route>(route: R, input: ReadInput<R>): string {
  const { method, path, query } = buildRequest(route, input as LooseInput);
  const search = new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
  return `${method} ${path}${search ? `?${search}` : ""}`;
}

export const isListKey = (key: string) => key.startsWith(LIST_PREFIX);

/** The key without the list prefix: method, path and query of the read. */
export const plainKey = (key: string) => key.replace(LIST_PREFIX, "");

/** A read that was answered before the page was opened. */
export interface PrefetchedRead {
  /** `buildCacheKey(route, input)`. */
  readonly key: string;
  readonly data: unknown;
  /** The first page of a list that `useReadPages` reads. */
  readonly isList?: boolean;
}

const loaded = (data: unknown): State<unknown, unknown> => ({
  data,
  isLoading: false,
  isValidating: false,
});

/** A cache for SWR that starts with these reads, on the server and in the browser alike. */
export function createReadCache(reads: readonly PrefetchedRead[]): Map<string, State<unknown, unknown>> {
  const cache = new Map<string, State<unknown, unknown>>();
  for (const { key, data, isList } of reads) {
    cache.set(key, loaded(data));
    if (isList) cache.set(LIST_PREFIX + key, loaded([data]));
  }
  return cache;
}
