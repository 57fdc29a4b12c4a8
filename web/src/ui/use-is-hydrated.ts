import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False on a server and during hydration, so that both render the same; true afterwards. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
