import { type FormEvent, type KeyboardEvent, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { suggest } from "#shared/contract/search.ts";
import { isWorthCompleting } from "#shared/rules/tags.ts";
import { toVisibleLine } from "#shared/rules/visible-text.ts";
import { useRead } from "#web/api/use-read.ts";
import { useOptionList } from "#web/ui/form/use-option-list.ts";
import { useDebounced } from "#web/ui/use-debounced.ts";
import { type SearchAddress, type SearchType, searchPath, useSearchAddress } from "./search-address.ts";
import { type Suggestion, toSuggestions } from "./suggestion.ts";

const DEBOUNCE_MS = 180;

/** Suggestions for the typed query; the previous ones stay while the next load, and a failure shows none. */
function useSuggestions({ query, type }: SearchAddress, isEnabled: boolean): readonly Suggestion[] {
  const settled = useDebounced(query, DEBOUNCE_MS);
  const isActive = isEnabled && isWorthCompleting(query) && isWorthCompleting(settled);
  const { data } = useRead(suggest, isActive ? { query: { q: settled } } : null, { keepPreviousData: true });
  return isActive && data ? toSuggestions(data, type) : [];
}

/**
 * The search box as a combobox: arrow keys select suggestions, Enter opens the selected one or the results, Escape closes
 * the list. An empty query does nothing.
 */
export function useSearchBox(onNavigate: () => void) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const address = useSearchAddress();
  const isResultsPage = pathname === "/search";
  const [query, setQuery] = useState(isResultsPage ? address.query : "");
  const [type, setType] = useState<SearchType>(isResultsPage ? address.type : "artwork");
  const list = useOptionList();
  const trimmed = toVisibleLine(query).trim();
  const suggestions = useSuggestions({ query: trimmed, type }, list.isOpen);
  const isExpanded = list.isOpen && suggestions.length > 0;

  useEffect(() => {
    if (!isResultsPage) return;
    setQuery(address.query);
    setType(address.type);
  }, [isResultsPage, address.query, address.type]);

  function goTo(path: string) {
    list.close();
    onNavigate();
    void navigate(path);
  }

  function onKeyDown(event: KeyboardEvent) {
    const chosen = suggestions[list.active];
    if (list.handleKey(event, suggestions.length)) return;
    if (event.key === "Enter" && isExpanded && chosen) {
      event.preventDefault();
      goTo(chosen.to);
    } else if (event.key === "Tab") list.close();
  }

  return {
    query,
    type,
    suggestions,
    isExpanded,
    list,
    onKeyDown,
    onType(text: string) {
      setQuery(text);
      list.restart();
    },
    /** On the results page the choice applies immediately, elsewhere with the next search. */
    chooseType(chosen: SearchType) {
      setType(chosen);
      if (isResultsPage && address.query)
        void navigate(searchPath({ query: address.query, type: chosen }), { replace: true });
    },
    clear() {
      setQuery("");
      list.close();
    },
    goTo,
    pick: (suggestion: Suggestion) => goTo(suggestion.to),
    submit(event: FormEvent) {
      event.preventDefault();
      if (trimmed) goTo(searchPath({ query: trimmed, type }));
    },
  };
}
