import { chakra } from "@chakra-ui/react";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";

export interface Question {
  readonly asks: string;
  readonly answer: ReactNode;
}

const Entry = chakra("details", {
  base: {
    borderBottomWidth: "1px",
    borderColor: "border.muted",
    "& > summary": {
      display: "flex",
      alignItems: "center",
      justifyContent: "space-between",
      gap: "4",
      paddingY: "4",
      cursor: "button",
      color: "fg",
      fontWeight: "medium",
      listStyle: "none",
      borderRadius: "l1",
      focusVisibleRing: "outside",
    },
    "& > summary::-webkit-details-marker": { display: "none" },
    "& > summary svg": { flexShrink: 0, color: "fg.subtle", transition: "transform 120ms" },
    "&[open] > summary svg": { transform: "rotate(180deg)" },
    "& > div": { paddingBottom: "5" },
  },
});

/** Expandable questions as native `details`, which the browser's find-in-page can open. */
export function Questions({ questions }: { readonly questions: readonly Question[] }) {
  return questions.map(({ asks, answer }) => (
    <Entry key={asks}>
      <summary>
        {asks}
        <ChevronDown size={20} aria-hidden />
      </summary>
      <div>{answer}</div>
    </Entry>
  ));
}
