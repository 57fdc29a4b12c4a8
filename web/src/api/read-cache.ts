import type { State } from "swr";
import type { Route } from "#shared/route.ts";
import { buildRequest, type LooseInput, type ReadInput } from "./request.ts";
import { type ApiError, toApiError } from "./response.ts";

/** SWR's key prefix for a whole list; its pages also have plain keys. */
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

/** A read whose data came with the page. */
export interface PrefetchedRead {
  /** `buildCacheKey(route, input)`. */
  readonly key: string;
  readonly data?: unknown;
  /** The answer of a read that failed in a way that the page shows. */
  readonly failed?: { readonly status: number; readonly body: unknown };
  /** The first page of a list that `useReadPages` reads. */
  readonly isList?: boolean;
}

const loaded = (data: unknown, error?: ApiError): State<unknown, unknown> => ({
  data,
  error,
  isLoading: false,
  isValidating: false,
});

/** An SWR cache with these reads, for server and browser. */
export function createReadCache(reads: readonly PrefetchedRead[]): Map<string, State<unknown, unknown>> {
  const cache = new Map<string, State<unknown, unknown>>();
  for (const { key, data, failed, isList } of reads) {
    const error = failed && toApiError(failed.status, failed.body);
    cache.set(key, loaded(data, error));
    if (isList) cache.set(LIST_PREFIX + key, loaded(failed ? undefined : [data], error));
  }
  return cache;
}
