import { DISPLAY } from "#shared/limits.ts";

export interface Toast {
  readonly id: number;
  readonly kind: "success" | "error";
  readonly text: string;
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

  function say(kind: Toast["kind"], text: string) {
    if (current?.kind === kind && current.text === text) return;
    count += 1;
    show({ id: count, kind, text });
  }

  return {
    success: (text: string) => say("success", text),
    error: (text: string) => say("error", text),
    current: () => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
