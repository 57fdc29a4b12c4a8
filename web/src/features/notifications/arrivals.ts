import type { Notification } from "#shared/model/community.ts";

type Listener = (notification: Notification) => void;

const listeners = new Set<Listener>();

/** The notifications that come live to this tab, for what is shown and has changed with them. */
export const arrivals = {
  publish(notification: Notification) {
    for (const listener of listeners) listener(notification);
  },
  subscribe(listener: Listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
