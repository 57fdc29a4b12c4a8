/** Milliseconds after which a press keeps nothing waiting any more: it is a long one, or a drag. */
const LONGEST_MS = 1_000;

/** Milliseconds after a finger's release within which the click of its press comes. */
const CLICK_MS = 50;

const endOfPress = () =>
  new Promise<void>((resolve) => {
    const listening = new AbortController();
    const endAfter = (ms: number) =>
      setTimeout(() => {
        listening.abort();
        resolve();
      }, ms);
    const options = { capture: true, signal: listening.signal };
    // In a task of its own, because this listener is called before that of what was pressed.
    window.addEventListener("click", () => endAfter(0), options);
    window.addEventListener("pointerup", () => endAfter(CLICK_MS), options);
    window.addEventListener("pointercancel", () => endAfter(0), options);
    endAfter(LONGEST_MS);
  });

let press: Promise<void> | undefined;

if (typeof window !== "undefined")
  window.addEventListener(
    "pointerdown",
    () => {
      press ??= endOfPress().finally(() => {
        press = undefined;
      });
    },
    true,
  );

/**
 * Resolves at once, or once the press that is under way has had its click: what an answer changes may move the page, and
 * a link that moves away between press and release is never clicked.
 */
export const whenReleased = async (): Promise<void> => press;
