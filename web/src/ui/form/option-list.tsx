import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

const List = chakra("ul", {
  base: {
    position: "absolute",
    insetInline: "0",
    top: "calc(100% + 0.375rem)",
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
    minHeight: "11",
    paddingX: "3",
    paddingY: "2",
    borderRadius: "l2",
    textStyle: "sm",
    cursor: "button",
    overflowWrap: "anywhere",
    "&[aria-selected=true]": { background: "bg.muted" },
  },
});

interface OptionListProps<T> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly T[];
  readonly getKey: (option: T) => string;
  /** Index of the highlighted option; -1 for none. */
  readonly active: number;
  readonly optionId: (index: number) => string;
  readonly onPoint: (index: number) => void;
  readonly onPick: (option: T) => void;
  readonly children: (option: T) => ReactNode;
}

/** Options of a combobox; the focus stays in its field. */
export function OptionList<T>(props: OptionListProps<T>) {
  const { id, label, options, getKey, active, optionId, onPoint, onPick, children } = props;
  return (
    <List id={id} role="listbox" aria-label={label} tabIndex={-1} onPointerDown={(event) => event.preventDefault()}>
      {options.map((option, index) => (
        <Option
          key={getKey(option)}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerMove={() => onPoint(index)}
          onClick={() => onPick(option)}
        >
          {children(option)}
        </Option>
      ))}
    </List>
  );
}
