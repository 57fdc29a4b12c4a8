import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useNavigationType } from "react-router-dom";
import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import useSWRInfinite from "swr/infinite";
import type { Route, RouteQueryInput, RouteResult } from "#shared/route.ts";
import { changes } from "./changes.ts";
import { keepListSize, keptListSize } from "./list-sizes.ts";
import { buildCacheKey } from "./read-cache.ts";
import type { LooseInput, ReadInput } from "./request.ts";
import type { ApiError } from "./response.ts";
import type { SendOptions } from "./send.ts";
import { call } from "./send.ts";

async function read<R extends Route>(
  route: R,
  input: ReadInput<R>,
  options: SendOptions = {},
): Promise<RouteResult<R>> {
  const started = changes.now();
  return changes.stamp((await call(route, input as LooseInput, options)) as RouteResult<R>, started);
}

/** A read's method and path. */
const getPath = (key: string | null) => key?.split("?")[0] ?? "";

type Read<Data> = Pick<SWRResponse<Data, ApiError>, "data" | "mutate" | "error" | "isLoading" | "isValidating">;

/**
 * Reads a route into the cache under `buildCacheKey(route, input)`, with this tab's changes applied; `null` as input reads nothing.
 * `errorMessage` is the toast's text if the failure exposes none; without it there is no toast. Failures in `inPlace` are
 * shown by the caller.
 */
export function useRead<R extends Route>(
  route: R,
  input: ReadInput<R> | null,
  {
    errorMessage,
    inPlace,
    ...options
  }: Omit<SWRConfiguration<RouteResult<R>, ApiError>, "fetcher" | "fallbackData" | "suspense"> &
    Pick<SendOptions, "errorMessage" | "inPlace"> = {},
): Read<RouteResult<R>> {
  const key = input && buildCacheKey(route, input);
  const response = useSWR<RouteResult<R>, ApiError>(
    key,
    input && (() => read(route, input, { ...(errorMessage ? { errorMessage } : {}), ...(inPlace ? { inPlace } : {}) })),
    options,
  );
  const { data: answer, mutate } = response;
  const path = getPath(key);
  const data = useSyncExternalStore(
    changes.subscribe,
    () => changes.over(answer, path, !(key && findCursor(key))),
    () => answer,
  );
  // Getters, because SWR rerenders only for accessed properties.
  return {
    data,
    mutate,
    get error() {
      return response.error;
    },
    get isLoading() {
      return response.isLoading;
    },
    get isValidating() {
      return response.isValidating;
    },
  };
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
}

type ItemOf<R extends Route> = RouteResult<R> extends Page<infer Item> ? Item : never;

/** The loaded pages of a list. */
export interface Pages<Item, First = unknown> {
  readonly items: readonly Item[];
  /** The whole first page, for fields besides `items`. */
  readonly first: First | undefined;
  readonly error: ApiError | undefined;
  /** The first page is loading. */
  readonly isLoading: boolean;
  /** A further page is loading. */
  readonly isLoadingMore: boolean;
  readonly hasMore: boolean;
  /** Loads the next page; does nothing while loading or at the end. */
  loadMore(): void;
  /** Reloads all loaded pages. */
  reload(): void;
}

const NO_PAGES: readonly never[] = [];

const findCursor = (key: string) => new URLSearchParams(key.split("?")[1]).get("cursor");

/** After a reload or Back, loads as many pages of a list as before, once the first is there. */
function useSizeBefore(key: string | null, isRead: boolean, size: number, setSize: (size: number) => unknown) {
  const isBack = useNavigationType() === "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    const before = key && isRead && isBack ? keptListSize(key) : 1;
    if (before > size) void setSize(before);
  }, [key, isRead]);
}

/** Reads a list page by page, each under `buildCacheKey(route, input)` with its cursor; `errorMessage` as in `useRead`. */
export function useReadPages<R extends Route>(
  route: R,
  input: ReadInput<R> | null,
  options: Pick<SendOptions, "errorMessage"> = {},
): Pages<ItemOf<R>, RouteResult<R>> {
  const inputAt = (cursor: string | null) => {
    const query = { ...(input?.query as RouteQueryInput<R> & object), ...(cursor ? { cursor } : {}) };
    return { ...input, query } as unknown as ReadInput<R>;
  };
  const response = useSWRInfinite<Page<ItemOf<R>>, ApiError>(
    (index: number, previous: Page<ItemOf<R>> | null) => {
      if (!input || (index > 0 && !previous?.hasMore)) return null;
      return buildCacheKey(route, inputAt(previous?.cursor ?? null));
    },
    (key: string) => read(route, inputAt(findCursor(key)), options) as Promise<Page<ItemOf<R>>>,
    { revalidateFirstPage: false },
  );
  const { data, error, isLoading, size, setSize, mutate } = response;
  const key = input && buildCacheKey(route, input);
  const path = getPath(key);
  useSizeBefore(key, data !== undefined, size, setSize);
  const answered = data ?? NO_PAGES;
  const pages = useSyncExternalStore(
    changes.subscribe,
    () => changes.overPages(answered, path),
    () => answered,
  ) as typeof answered;
  const items = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  const hasMore = pages.at(-1)?.hasMore ?? false;
  // Accesses `isValidating` only after a failure, because it rerenders the whole list at each revalidation.
  const isLoadingMore = hasMore && pages.length < size && (!error || response.isValidating);
  return {
    items,
    first: pages[0] as RouteResult<R> | undefined,
    error,
    isLoading,
    isLoadingMore,
    hasMore,
    loadMore: () => {
      if (!hasMore || isLoadingMore) return;
      const next = error ? size : size + 1;
      if (key) keepListSize(key, next);
      void setSize(next);
    },
    reload: () => void mutate(),
  };
}
