import type { Notification } from "#shared/model/community.ts";

/** Events of one kind that come live to this tab, for what is shown and has changed with them. */
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

/** Ids of threads that have a new message; null after a time without a connection, when any may have one. */
export const messageArrivals = createArrivals<string | null>();
