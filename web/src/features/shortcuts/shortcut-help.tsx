import { lazy, useEffect, useState } from "react";
import { OptionalPart } from "#web/ui/optional-part.tsx";

const ShortcutDialog = lazy(() => import("./shortcut-dialog.tsx"));

/** Where a question mark is typed, or a dialog is open already. */
const ELSEWHERE = "input,textarea,select,[contenteditable],dialog,[role=dialog]";

/** Shows the keys that do something, once someone presses the question mark. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === "?" && !(target as Element).closest?.(ELSEWHERE)) setOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    isOpen && (
      <OptionalPart>
        <ShortcutDialog onClose={() => setOpen(false)} />
      </OptionalPart>
    )
  );
}
