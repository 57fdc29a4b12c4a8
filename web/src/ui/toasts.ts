import { DISPLAY } from "#shared/limits.ts";

/** What a toast offers to do about what it says, such as to undo it. */
export interface ToastAction {
  readonly label: string;
  run(): void;
}

export interface Toast {
  readonly id: number;
  readonly kind: "success" | "error";
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/**
 * One toast at a time, for 2500 ms each: a newer one takes the place of the older,
 * and saying again what is still to be read changes nothing.
 */
export function createToasts() {
  const listeners = new Set<() => void>();
  let current: Toast | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let count = 0;

  function show(next: Toast | null) {
    clearTimeout(timer);
    current = next;
    if (next) timer = setTimeout(show, DISPLAY.toastMs, null);
    for (const listener of listeners) listener();
  }

  function say(kind: Toast["kind"], text: string, action?: ToastAction) {
    if (current?.kind === kind && current.text === text && !action) return;
    count += 1;
    show({ id: count, kind, text, action });
  }

  return {
    success: (text: string, action?: ToastAction) => say("success", text, action),
    error: (text: string) => say("error", text),
    /** Takes away what is shown. */
    clear: () => show(null),
    current: () => current,
    /** Stops the clock while someone is at a toast's action; `resume` starts it anew. */
    hold: () => clearTimeout(timer),
    resume: () => show(current),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
