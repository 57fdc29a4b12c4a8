import { search } from "#shared/contract/search.ts";
import { useRead } from "#web/api/use-read.ts";
import type { SearchAddress } from "./search-address.ts";
import { type Suggestion, suggestionOf } from "./suggestion.ts";
import { useDebounced } from "./use-debounced.ts";

const MOST = 6;
const STANDS_STILL_MS = 180;
/** One letter says too little to be worth a list. */
const SHORTEST = 2;

/** What the words typed so far find; the last answer stays while the next is on its way, a failed one suggests nothing. */
export function useSuggestions({ query, type }: SearchAddress, isWanted: boolean): readonly Suggestion[] {
  const settled = useDebounced(query, STANDS_STILL_MS);
  const isAsked = isWanted && query.length >= SHORTEST && settled.length >= SHORTEST;
  const input = isAsked ? { query: { q: settled, t: type, limit: MOST } } : null;
  const { data } = useRead(search, input, { keepPreviousData: true });
  return isAsked && data ? data.items.map(suggestionOf) : [];
}
