import { chakra } from "@chakra-ui/react";
import { Avatar } from "#web/ui/avatar.tsx";
import type { Suggestion } from "./suggestion.ts";

const List = chakra("ul", {
  base: {
    position: "absolute",
    insetInline: "0",
    top: "calc(100% + 0.5rem)",
    zIndex: "dropdown",
    maxHeight: "min(30rem, calc(100dvh - 8rem))",
    overflowY: "auto",
    padding: "2",
    listStyle: "none",
    background: "bg.panel",
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "l3",
    boxShadow: "lg",
  },
});

const Option = chakra("li", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    minHeight: "14",
    paddingX: "3",
    borderRadius: "l2",
    cursor: "button",
    "&[aria-selected=true]": { background: "bg.muted" },
  },
});

const Thumbnail = chakra("img", {
  base: { boxSize: "10", flexShrink: "0", objectFit: "cover", borderRadius: "l1", background: "bg.muted" },
});

const Line = chakra("span", { base: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } });

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** Index of the highlighted suggestion; -1 for none. */
  readonly active: number;
  readonly optionId: (index: number) => string;
  readonly onPoint: (index: number) => void;
  readonly onPick: (suggestion: Suggestion) => void;
}

/** The suggestions below the search box; the focus stays in the box. */
export function SuggestionList({ id, suggestions, active, optionId, onPoint, onPick }: SuggestionListProps) {
  return (
    <List
      id={id}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        <Option
          key={suggestion.id}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerMove={() => onPoint(index)}
          onClick={() => onPick(suggestion)}
        >
          <SuggestionPicture {...suggestion} />
          <chakra.span display="grid" minWidth="0" textStyle="sm">
            <Line fontWeight="semibold">{suggestion.title}</Line>
            <Line color="fg.muted">{suggestion.detail}</Line>
          </chakra.span>
        </Option>
      ))}
    </List>
  );
}

function SuggestionPicture({ isPerson, picture, title }: Suggestion) {
  if (isPerson || !picture) return <Avatar src={picture} name={title} size="2.5rem" />;
  return <Thumbnail src={picture} alt="" />;
}
