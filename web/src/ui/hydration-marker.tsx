import { useEffect, useLayoutEffect } from "react";

/** A page from a server hydrates in two steps: the layout around its screen, then the screen. */
type HydratedPart = "shell" | "main";

const partOf = (element: Element): HydratedPart => (element.closest("main") ? "main" : "shell");

/**
 * Marks a part as hydrated on the root element, and clicks the button that was pressed in it before, which the script of
 * `lib/page-template.ts` has marked.
 */
export function HydrationMarker({ part }: { readonly part: HydratedPart }) {
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
