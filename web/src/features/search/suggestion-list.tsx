import { chakra } from "@chakra-ui/react";
import Hash from "lucide-react/icons/hash";
import { Avatar } from "#web/ui/avatar.tsx";
import { OptionList } from "#web/ui/form/option-list.tsx";
import type { useOptionList } from "#web/ui/form/use-option-list.ts";
import type { Suggestion } from "./suggestion.ts";

const Thumbnail = chakra("img", {
  base: { boxSize: "10", flexShrink: "0", objectFit: "cover", borderRadius: "l1", background: "bg.muted" },
});

const Line = chakra("span", { base: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } });

interface SuggestionListProps {
  readonly suggestions: readonly Suggestion[];
  readonly list: ReturnType<typeof useOptionList>["listProps"];
  readonly onPick: (suggestion: Suggestion) => void;
}

/** The suggestions below the search box. */
export default function SuggestionList({ suggestions, list, onPick }: SuggestionListProps) {
  return (
    <OptionList {...list} label="Suggestions" options={suggestions} getKey={({ id }) => id} onPick={onPick}>
      {(suggestion) => (
        <>
          <SuggestionPicture {...suggestion} />
          <chakra.span display="grid" minWidth="0">
            <Line fontWeight="semibold" justifySelf="start" maxWidth="full" dir="auto">
              {suggestion.title}
            </Line>
            <Line color="fg.muted" justifySelf="start" maxWidth="full" dir="auto">
              {suggestion.detail}
            </Line>
          </chakra.span>
        </>
      )}
    </OptionList>
  );
}

const TagSign = chakra("span", {
  base: {
    display: "grid",
    placeItems: "center",
    boxSize: "10",
    flexShrink: "0",
    borderRadius: "full",
    background: "bg.emphasized",
    color: "fg.muted",
  },
});

function SuggestionPicture({ kind, picture, title }: Suggestion) {
  if (kind === "tag") {
    return (
      <TagSign aria-hidden>
        <Hash size={18} />
      </TagSign>
    );
  }
  if (kind === "user" || !picture) return <Avatar src={picture} name={title} size="2.5rem" />;
  return <Thumbnail src={picture} alt="" />;
}
