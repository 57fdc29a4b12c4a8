import { createContext, useContext, useSyncExternalStore } from "react";

const never = () => () => {};

/** Host that the page was rendered for; empty if no server rendered it. */
export const HostContext = createContext("");

/** The site's host name without a port. */
export function useHost(): string {
  const rendered = useContext(HostContext);
  return useSyncExternalStore(
    never,
    () => window.location.hostname,
    () => rendered || window.location.hostname,
  );
}

/** The operators' e-mail address on this host. */
export const useInfoAddress = () => `info@${useHost()}`;
