import { Box, chakra } from "@chakra-ui/react";
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { useRef } from "react";
import { LIMITS } from "#shared/limits.ts";
import { countCharacters } from "#shared/rules/visible-text.ts";
import { input } from "#web/theme/recipes/controls.ts";
import { countLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PictureButton, usePictureSearch } from "./picture-search.tsx";
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

/** Loaded when the box gets the focus. */
const loadSuggestions = () => import("./suggestion-list.tsx");
const SuggestionList = lazyPart(loadSuggestions, null);

/** Position beside the type toggle, or at the end if that is below. */
const END = {
  base: {
    position: "absolute",
    insetEnd: "9rem",
    top: "1.5",
    display: "grid",
    placeItems: "center",
    boxSize: "8",
    borderRadius: "full",
    color: "fg.muted",
    cursor: "button",
    _hover: { color: "fg" },
    focusVisibleRing: "inside",
    [NARROW_BOX]: { insetEnd: "1.5" },
  },
} as const;

const Clear = chakra("button", END);

/** Shown in place of the clear button while the box is empty. */
const ByPicture = chakra(PictureButton, END);

/** Only a field's styles: without label and error, the search box doesn't need the field components. */
const Field = chakra("input", input);

/** Overlays the page below the focused box. */
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
  /** Takes the focus on mount, because the user opened it. */
  readonly autoFocus?: boolean;
}

/** Navigates to /search with query and type, and suggests results while the user types. */
export function SearchBox({ onNavigate = () => {}, autoFocus = false }: SearchBoxProps) {
  const box = useSearchBox(onNavigate);
  const field = useRef<HTMLInputElement>(null);
  const byPicture = usePictureSearch(box.goTo);
  const { query, type, suggestions, isExpanded, list } = box;
  return (
    <chakra.form
      role="search"
      action="/search"
      onSubmit={box.submit}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) list.close();
      }}
      width="full"
      maxW="36rem"
      containerType="inline-size"
      borderRadius="full"
      css={{ "&[data-over]": { outline: "2px solid", outlineColor: "accent.solid", outlineOffset: "2px" } }}
      {...byPicture.zone}
    >
      <Box position="relative">
        <SearchIcon aria-hidden>
          <Search size={18} />
        </SearchIcon>
        <Field
          ref={field}
          type="search"
          name="q"
          {...list.inputProps(isExpanded)}
          aria-label={`Search ${type}`}
          spellCheck={false}
          enterKeyHint="search"
          placeholder={`Search ${type}`}
          autoFocus={autoFocus}
          value={query}
          onChange={(event) => box.onType(event.target.value)}
          onClick={list.open}
          onFocus={() => void loadSuggestions().catch(() => undefined)}
          onKeyDown={box.onKeyDown}
          borderRadius="full"
          borderColor="border"
          height="11"
          ps="11"
          pe="11.25rem"
          css={{ "&::-webkit-search-cancel-button": { display: "none" }, [NARROW_BOX]: { paddingInlineEnd: "10" } }}
        />
        <Counter data-counter aria-hidden>
          {countCharacters(query)}/{LIMITS.searchQuery.max}
        </Counter>
        {query ? (
          <Clear
            type="button"
            aria-label="Clear the search"
            onClick={() => {
              box.clear();
              field.current?.focus();
            }}
          >
            <X size={18} aria-hidden />
          </Clear>
        ) : (
          <ByPicture onChoose={(file) => void byPicture.searchBy(file)} />
        )}
        <TypeToggle type={type} onChange={box.chooseType} />
        {isExpanded && (
          <SuggestionList suggestions={suggestions} list={list.listProps} onPick={box.pick} onClose={list.close} />
        )}
        <chakra.span srOnly role="status">
          {isExpanded ? `${countLabel(suggestions.length, "suggestion")}, use the arrow keys` : ""}
        </chakra.span>
      </Box>
    </chakra.form>
  );
}
