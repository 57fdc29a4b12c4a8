import type { Notification } from "#shared/model/community.ts";

/** Live events of one kind in this tab, for components that depend on them. */
function createArrivals<T>() {
  const listeners = new Set<(arrived: T) => void>();
  return {
    publish(arrived: T) {
      for (const listener of listeners) listener(arrived);
    },
    subscribe(listener: (arrived: T) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const arrivals = createArrivals<Notification>();

/** Ids of threads with a new message; null after a lost connection, when any may have one. */
export const messageArrivals = createArrivals<string | null>();
