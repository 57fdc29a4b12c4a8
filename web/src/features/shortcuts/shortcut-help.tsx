import { useEffect, useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const ShortcutDialog = lazyPart(() => import("./shortcut-dialog.tsx"));

/** Elements in which a question mark is input, and dialogs. */
const ELSEWHERE = "input,textarea,select,[contenteditable],dialog,[role=dialog]";

/** Opens the list of shortcuts on the question mark key. */
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
