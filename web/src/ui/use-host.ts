import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Where the site is shown, without a port; empty on a server. */
export const useHost = () =>
  useSyncExternalStore(
    never,
    () => window.location.hostname,
    () => "",
  );

/** The operators' address on this host. */
export const useInfoAddress = () => `info@${useHost()}`;
