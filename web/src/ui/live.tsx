import { useEffect, useLayoutEffect } from "react";

/** A page from a server comes to life in two steps: what stands around its screen, then the screen. */
export type LivePart = "shell" | "main";

const partOf = (element: Element): LivePart => (element.closest("main") ? "main" : "shell");

/**
 * Says on the root element that a part answers by itself from now on, and presses what was pressed in it before: the
 * script of `lib/page-template.ts` remembers that.
 */
export function Live({ part }: { readonly part: LivePart }) {
  useLayoutEffect(() => {
    document.documentElement.dataset[part] = "live";
  }, [part]);
  useEffect(() => {
    const button = document.querySelector<HTMLButtonElement>("button[data-pressed]");
    if (!button || partOf(button) !== part) return;
    delete button.dataset.pressed;
    button.click();
  }, [part]);
  return null;
}
