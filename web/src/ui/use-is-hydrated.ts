import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on a server and while the browser takes its page over, so that both draw the same; true ever after. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
