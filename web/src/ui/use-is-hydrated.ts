import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False on a server and while the browser hydrates its page, so that both render the same; true ever after. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
