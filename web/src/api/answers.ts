import type { State } from "swr";
import { listKey } from "./list-key.ts";

/** What a read answered before the page was opened. */
export interface Answer {
  /** `keyOf(route, input)`. */
  readonly key: string;
  readonly data: unknown;
  /** The first page of a list that `useReadPages` reads. */
  readonly isList?: boolean;
}

const answered = (data: unknown): State<unknown, unknown> => ({
  data,
  isLoading: false,
  isValidating: false,
});

/** A cache for SWR that holds these answers, on the server and in the browser alike. */
export function cacheOf(answers: readonly Answer[]): Map<string, State<unknown, unknown>> {
  const cache = new Map<string, State<unknown, unknown>>();
  for (const { key, data, isList } of answers) {
    cache.set(key, answered(data));
    if (isList) cache.set(listKey(key), answered([data]));
  }
  return cache;
}
