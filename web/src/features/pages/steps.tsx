import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

export interface Step {
  readonly title: string;
  readonly text: ReactNode;
}

const List = chakra("ol", {
  base: {
    counterReset: "step",
    listStyle: "none",
    paddingInlineStart: "0",
    display: "grid",
    gap: "6",
    "& > li": { counterIncrement: "step", display: "grid", gridTemplateColumns: "3rem 1fr", columnGap: "3" },
    "& > li::before": {
      content: "counter(step)",
      fontFamily: "heading",
      fontWeight: "black",
      fontSize: "3xl",
      lineHeight: "none",
      color: "accent.fg",
    },
    "&[data-row]": { gridTemplateColumns: { md: "repeat(3, minmax(0, 1fr))" } },
  },
});

interface StepsProps {
  readonly steps: readonly Step[];
  /** Three in a row if there is room. */
  readonly isRow?: boolean;
}

/** A numbered list of steps. */
export function Steps({ steps, isRow = false }: StepsProps) {
  return (
    <List data-row={isRow || undefined}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <div>
            <chakra.strong display="block" fontFamily="heading" textStyle="lg">
              {title}
            </chakra.strong>
            <chakra.span color="fg.muted">{text}</chakra.span>
          </div>
        </li>
      ))}
    </List>
  );
}
