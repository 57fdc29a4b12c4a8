import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { search } from "#shared/contract/search.ts";
import { useRead } from "#web/api/use-read.ts";
import { departure } from "#web/ui/departure.ts";
import { type SearchAddress, type SearchType, searchPath, useSearchAddress } from "./search-address.ts";
import { type Suggestion, toSuggestion } from "./suggestion.ts";

/** The value once it hasn't changed for so many milliseconds. */
function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

const MOST = 6;
const STANDS_STILL_MS = 180;
/** One letter matches too much to be useful. */
const SHORTEST = 2;

/** Suggestions for the query typed so far; the last ones stay while the next load, and a failure shows none. */
function useSuggestions({ query, type }: SearchAddress, isWanted: boolean): readonly Suggestion[] {
  const settled = useDebounced(query, STANDS_STILL_MS);
  const isAsked = isWanted && query.length >= SHORTEST && settled.length >= SHORTEST;
  const input = isAsked ? { query: { q: settled, t: type, limit: MOST } } : null;
  const { data } = useRead(search, input, { keepPreviousData: true });
  return isAsked && data ? data.items.map(toSuggestion) : [];
}

/**
 * The search box as a combobox: arrows walk through the suggestions, Enter goes to the one chosen or to everything that
 * the words find, Escape closes the list. An empty query goes nowhere.
 */
export function useSearchBox(onLeave: () => void) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const address = useSearchAddress();
  const isHere = pathname === "/search";
  const [query, setQuery] = useState(isHere ? address.query : "");
  const [type, setType] = useState<SearchType>(isHere ? address.type : "artwork");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const asked = query.trim();
  const suggestions = useSuggestions({ query: asked, type }, isOpen);
  const isExpanded = isOpen && suggestions.length > 0;

  useEffect(() => {
    if (!isHere) return;
    setQuery(address.query);
    setType(address.type);
  }, [isHere, address.query, address.type]);

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function leaveFor(path: string) {
    close();
    departure.by((manner) => {
      onLeave();
      void navigate(path, manner);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const chosen = suggestions[active];
    if (event.key === "Escape" && isOpen) {
      // The first Escape closes the list; the browser's own would empty the box as well.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (step && suggestions.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      // One position more than there are suggestions: that of the query itself.
      const places = suggestions.length + 1;
      setActive((before) => ((before + 1 + step + places) % places) - 1);
    } else if (event.key === "Enter" && isExpanded && chosen) {
      event.preventDefault();
      leaveFor(chosen.to);
    } else if (event.key === "Tab") close();
  }

  return {
    query,
    type,
    suggestions,
    isExpanded,
    active,
    listId,
    optionId: (index: number) => `${listId}-${index}`,
    setActive,
    close,
    open: () => setIsOpen(true),
    onKeyDown,
    onType(text: string) {
      setQuery(text);
      setActive(-1);
      setIsOpen(true);
    },
    /** On the results the choice takes effect at once, elsewhere with the next search. */
    chooseType(chosen: SearchType) {
      setType(chosen);
      if (isHere && address.query) void navigate(searchPath({ query: address.query, type: chosen }), { replace: true });
    },
    pick: (suggestion: Suggestion) => leaveFor(suggestion.to),
    submit(event: FormEvent) {
      event.preventDefault();
      if (asked) leaveFor(searchPath({ query: asked, type }));
    },
  };
}
