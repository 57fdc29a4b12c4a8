/** Milliseconds after which a press keeps nothing waiting any more: it is a long one, or a drag. */
const LONGEST_MS = 1_000;

/** Milliseconds after a finger's release within which the click of its press comes. */
const CLICK_MS = 50;

/** Presses whose clicks haven't come, by pointer: several fingers may be down. */
const presses = new Map<number, Promise<void>>();

const endOfPress = (pointer: number) =>
  new Promise<void>((resolve) => {
    const listening = new AbortController();
    const endAfter = (ms: number) =>
      setTimeout(() => {
        listening.abort();
        resolve();
      }, ms);
    // A click of a pointer that isn't down comes from a browser that doesn't say whose it is.
    const isIts = (id: number) => id === pointer || !presses.has(id);
    const on = (type: "click" | "pointerup" | "pointercancel", ms: number) =>
      window.addEventListener(type, ({ pointerId }) => isIts(pointerId) && endAfter(ms), {
        capture: true,
        signal: listening.signal,
      });
    // In a task of its own, because this listener is called before that of what was pressed.
    on("click", 0);
    on("pointerup", CLICK_MS);
    on("pointercancel", 0);
    endAfter(LONGEST_MS);
  });

function onPress({ pointerId }: PointerEvent) {
  const press = endOfPress(pointerId).then(() => {
    if (presses.get(pointerId) === press) presses.delete(pointerId);
  });
  presses.set(pointerId, press);
}

if (typeof window !== "undefined") window.addEventListener("pointerdown", onPress, true);

/**
 * Resolves at once, or once the presses that are under way have had their clicks: what an answer changes may move the page,
 * and a link that moves away between press and release is never clicked.
 */
export async function whenReleased(): Promise<void> {
  await Promise.all(presses.values());
}
