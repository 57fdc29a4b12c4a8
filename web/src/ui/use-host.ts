import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The site's host name without a port; empty on a server. */
export const useHost = () =>
  useSyncExternalStore(
    never,
    () => window.location.hostname,
    () => "",
  );

/** The operators' e-mail address on this host. */
export const useInfoAddress = () => `info@${useHost()}`;
