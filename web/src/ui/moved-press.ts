const CONTROLS = "a[href], button, label, summary";

/** A hand that holds still moves less than this; who moves on takes the press back. */
const STILL_PX = 10;

/**
 * Gives a press to the control that it began on when what loads meanwhile moves that away from under the pointer: the
 * browser would click on what stands there by then, or on what is around both. Returns how to stop.
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
