import { type KeyboardEvent, useId, useState } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * State of a combobox's option list: whether it may open, and the index of the highlighted option, -1 for the typed text.
 * The focus stays in the text field.
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
    /** Resets the highlight after the text has changed. */
    restart() {
      setActive(-1);
      setOpen(true);
    },
    /** Props of the text field. */
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
    /** Props of `OptionList`. */
    listProps: { id: listId, active, optionId, onPoint: setActive },
    /** Arrow keys open the list and move the highlight, Escape closes it; returns true for a handled key. */
    handleKey(event: KeyboardEvent, count: number): boolean {
      const step = STEPS[event.key];
      const isEscape = event.key === "Escape" && isOpen;
      if (!isEscape && !(step && (count > 0 || !isOpen))) return false;
      // Escape only closes the list; by default the browser would clear a search field too.
      event.preventDefault();
      if (isEscape) {
        event.stopPropagation();
        close();
      } else {
        setOpen(true);
        // One more position than options, for the typed text.
        const positions = count + 1;
        setActive((before) => ((before + 1 + (step ?? 0) + positions) % positions) - 1);
      }
      return true;
    },
  };
}
