import { type KeyboardEvent, useId, useState } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The list of options below a text field that is a combobox: whether it may show, and which option is highlighted, -1 for
 * what is typed. The focus stays in the field.
 */
export function useOptionList() {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;

  function close() {
    setOpen(false);
    setActive(-1);
  }

  return {
    isOpen,
    active,
    close,
    open: () => setOpen(true),
    /** Something else is typed, so that the options change. */
    restart() {
      setActive(-1);
      setOpen(true);
    },
    /** Of the text field. */
    inputProps: (isExpanded: boolean) =>
      ({
        role: "combobox",
        "aria-autocomplete": "list",
        "aria-expanded": isExpanded,
        "aria-controls": listId,
        "aria-activedescendant": isExpanded && active >= 0 ? optionId(active) : undefined,
        autoComplete: "off",
        autoCapitalize: "none",
      }) as const,
    /** Of `OptionList`. */
    listProps: { id: listId, active, optionId, onPoint: setActive },
    /** Arrows open the list and walk through the options, Escape closes it; returns whether the key was one of these. */
    handleKey(event: KeyboardEvent, count: number): boolean {
      const step = STEPS[event.key];
      const isEscape = event.key === "Escape" && isOpen;
      if (!isEscape && !(step && (count > 0 || !isOpen))) return false;
      // The first Escape closes the list; the browser's own would empty a search field as well.
      event.preventDefault();
      if (isEscape) {
        event.stopPropagation();
        close();
      } else {
        setOpen(true);
        // One position more than there are options: that of what is typed.
        const positions = count + 1;
        setActive((before) => ((before + 1 + (step ?? 0) + positions) % positions) - 1);
      }
      return true;
    },
  };
}
