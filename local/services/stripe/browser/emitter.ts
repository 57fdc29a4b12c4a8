type Listener = (event: object) => void;

/** Listeners by event, as Stripe's elements have them. */
export function createEmitter() {
  const listeners = new Map<string, Set<Listener>>();
  const of = (name: string) => {
    const existing = listeners.get(name) ?? new Set();
    listeners.set(name, existing);
    return existing;
  };
  return {
    on: (name: string, listener: Listener) => void of(name).add(listener),
    off: (name: string, listener?: Listener) => void (listener ? of(name).delete(listener) : of(name).clear()),
    once(name: string, listener: Listener) {
      const first = (event: object) => {
        of(name).delete(first);
        listener(event);
      };
      of(name).add(first);
    },
    emit(name: string, event: object) {
      for (const listener of [...of(name)]) listener(event);
    },
  };
}
