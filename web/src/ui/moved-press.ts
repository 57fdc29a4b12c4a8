const CONTROLS = "a[href], button, label, summary";

/** A press that moves further counts as withdrawn. */
const STILL_PX = 10;

/**
 * Clicks the control where a press started if loading content moves it from under the pointer; the browser would click
 * whatever is there on release, or a common ancestor. Returns the function to stop it.
 */
export function keepMovedPresses(): () => void {
  let press: { readonly control: Element; readonly x: number; readonly y: number } | undefined;

  function onDown({ target, isPrimary, clientX, clientY }: PointerEvent) {
    const control = target instanceof Element && isPrimary && target.closest(CONTROLS);
    press = control ? { control, x: clientX, y: clientY } : undefined;
  }

  function onClick(event: MouseEvent) {
    const { control, x, y } = press ?? {};
    press = undefined;
    if (!control?.isConnected || x === undefined || y === undefined) return;
    const { top, right, bottom, left } = control.getBoundingClientRect();
    const isUnderPointer = x >= left && x <= right && y >= top && y <= bottom;
    const isStill = Math.hypot(event.clientX - x, event.clientY - y) < STILL_PX;
    if (isUnderPointer || !isStill || control.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
    control.dispatchEvent(new MouseEvent(event.type, event));
  }

  window.addEventListener("pointerdown", onDown, true);
  window.addEventListener("click", onClick, true);
  return () => {
    window.removeEventListener("pointerdown", onDown, true);
    window.removeEventListener("click", onClick, true);
  };
}
