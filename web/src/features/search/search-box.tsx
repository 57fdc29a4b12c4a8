import { Box, chakra } from "@chakra-ui/react";
import { Search } from "lucide-react";
import { LIMITS } from "#shared/limits.ts";
import { input } from "#web/theme/recipes/controls.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { NARROW_BOX, TypeToggle } from "./type-toggle.tsx";
import { useSearchBox } from "./use-search-box.ts";

const SearchIcon = chakra("span", {
  base: {
    position: "absolute",
    insetStart: "4",
    top: "0",
    height: "11",
    display: "grid",
    placeItems: "center",
    color: "fg.subtle",
    zIndex: "1",
    pointerEvents: "none",
  },
});

/** Only the styles of a field: the search box needs no label or error, so it doesn't load the field's components. */
const Field = chakra("input", input);

/** Below the box, over the page, while the box has the focus. */
const Counter = chakra("span", {
  base: {
    position: "absolute",
    insetEnd: "4",
    top: "calc(100% + 0.125rem)",
    textStyle: "xs",
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
    visibility: "hidden",
    pointerEvents: "none",
    "input:focus ~ &": { visibility: "visible" },
    "input[aria-expanded=true] ~ &": { visibility: "hidden" },
  },
});

interface SearchBoxProps {
  /** Called after a navigation from the box. */
  readonly onNavigate?: () => void;
  /** Takes the focus when mounted, because the user opened it. */
  readonly autoFocus?: boolean;
}

/** Navigates to /search with query and type, and suggests results while the user types. */
export function SearchBox({ onNavigate = () => {}, autoFocus = false }: SearchBoxProps) {
  const box = useSearchBox(onNavigate);
  const { query, type, suggestions, isExpanded, active, listId, optionId } = box;
  return (
    <chakra.form
      role="search"
      action="/search"
      onSubmit={box.submit}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) box.close();
      }}
      width="full"
      maxW="36rem"
      containerType="inline-size"
    >
      <Box position="relative">
        <SearchIcon aria-hidden>
          <Search size={18} />
        </SearchIcon>
        <Field
          type="search"
          name="q"
          role="combobox"
          aria-label={`Search ${type}`}
          aria-autocomplete="list"
          aria-expanded={isExpanded}
          aria-controls={listId}
          aria-activedescendant={isExpanded && active >= 0 ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={`Search ${type}`}
          maxLength={LIMITS.searchQuery.max}
          autoFocus={autoFocus}
          value={query}
          onChange={(event) => box.onType(event.target.value)}
          onClick={box.open}
          onKeyDown={box.onKeyDown}
          borderRadius="full"
          borderColor="border"
          height="11"
          ps="11"
          pe="9.5rem"
          css={{ "&::-webkit-search-cancel-button": { display: "none" }, [NARROW_BOX]: { paddingInlineEnd: "4" } }}
        />
        <Counter data-counter aria-hidden>
          {query.length}/{LIMITS.searchQuery.max}
        </Counter>
        <TypeToggle type={type} onChange={box.chooseType} />
        {isExpanded && (
          <SuggestionList
            id={listId}
            suggestions={suggestions}
            active={active}
            optionId={optionId}
            onPoint={box.setActive}
            onPick={box.pick}
          />
        )}
        <chakra.span srOnly role="status">
          {isExpanded ? `${suggestions.length} suggestions, use the arrow keys` : ""}
        </chakra.span>
      </Box>
    </chakra.form>
  );
}
