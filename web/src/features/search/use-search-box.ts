import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { search } from "#shared/contract/search.ts";
import { useRead } from "#web/api/use-read.ts";
import { guardedNavigation } from "#web/ui/navigation.ts";
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

const MAX_SUGGESTIONS = 6;
const DEBOUNCE_MS = 180;
/** One letter matches too much to be useful. */
const MIN_QUERY_LENGTH = 2;

/** Suggestions for the query typed so far; the last ones stay while the next load, and a failure shows none. */
function useSuggestions({ query, type }: SearchAddress, isEnabled: boolean): readonly Suggestion[] {
  const settled = useDebounced(query, DEBOUNCE_MS);
  const isActive = isEnabled && query.length >= MIN_QUERY_LENGTH && settled.length >= MIN_QUERY_LENGTH;
  const input = isActive ? { query: { q: settled, t: type, limit: MAX_SUGGESTIONS } } : null;
  const { data } = useRead(search, input, { keepPreviousData: true });
  return isActive && data ? data.items.map(toSuggestion) : [];
}

/**
 * The search box as a combobox: arrows walk through the suggestions, Enter goes to the one chosen or to everything that
 * the words find, Escape closes the list. An empty query goes nowhere.
 */
export function useSearchBox(onNavigate: () => void) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const address = useSearchAddress();
  const isResultsPage = pathname === "/search";
  const [query, setQuery] = useState(isResultsPage ? address.query : "");
  const [type, setType] = useState<SearchType>(isResultsPage ? address.type : "artwork");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const trimmed = query.trim();
  const suggestions = useSuggestions({ query: trimmed, type }, isOpen);
  const isExpanded = isOpen && suggestions.length > 0;

  useEffect(() => {
    if (!isResultsPage) return;
    setQuery(address.query);
    setType(address.type);
  }, [isResultsPage, address.query, address.type]);

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function goTo(path: string) {
    close();
    guardedNavigation.run((manner) => {
      onNavigate();
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
      const positions = suggestions.length + 1;
      setActive((before) => ((before + 1 + step + positions) % positions) - 1);
    } else if (event.key === "Enter" && isExpanded && chosen) {
      event.preventDefault();
      goTo(chosen.to);
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
      if (isResultsPage && address.query)
        void navigate(searchPath({ query: address.query, type: chosen }), { replace: true });
    },
    pick: (suggestion: Suggestion) => goTo(suggestion.to),
    submit(event: FormEvent) {
      event.preventDefault();
      if (trimmed) goTo(searchPath({ query: trimmed, type }));
    },
  };
}
