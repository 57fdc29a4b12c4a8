import { useState } from "react";

function listAround(element: Element | null): HTMLElement[] {
  return element instanceof HTMLElement ? [element, ...listAround(element.parentElement)] : [];
}

/**
 * Finds the element for the focus when a dialog closes whose button its action has removed: the nearest part around the button
 * that can have it. By default it goes to the button, and without one it would be lost.
 */
export function useFinalFocus() {
  const [around] = useState(() => listAround(document.activeElement));
  return () => {
    if (around[0]?.isConnected) return null;
    return around.find((part) => part.isConnected && part.hasAttribute("tabindex")) ?? null;
  };
}
