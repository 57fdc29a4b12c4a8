import { useEffect, useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const ShortcutDialog = lazyPart(() => import("./shortcut-dialog.tsx"));

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
  return isOpen && <ShortcutDialog onClose={() => setOpen(false)} />;
}
