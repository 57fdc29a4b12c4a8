import { DISPLAY } from "#shared/display.ts";

/** A button on a toast, such as to undo what it reports. */
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

/** One toast at a time, for 2500 ms: a new one replaces the current one, and repeating it changes nothing. */
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

  function add(kind: Toast["kind"], text: string, action?: ToastAction) {
    if (current?.kind === kind && current.text === text && !action) return;
    count += 1;
    show({ id: count, kind, text, action });
  }

  return {
    success: (text: string, action?: ToastAction) => add("success", text, action),
    error: (text: string, action?: ToastAction) => add("error", text, action),
    /** Removes the current toast. */
    clear: () => show(null),
    current: () => current,
    /** Stops the timer while a toast's action is hovered or focused; `resume` restarts it. */
    hold: () => clearTimeout(timer),
    resume: () => show(current),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
