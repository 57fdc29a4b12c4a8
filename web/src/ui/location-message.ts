import { useLocation } from "react-router-dom";

/** The message that a redirect shows on the page that opens, e.g. on /login after a password was reset. */
export interface LocationMessage {
  readonly message?: string;
}

/** The message of the redirect to this page. */
export function useLocationMessage(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || !state || !("message" in state)) return undefined;
  return typeof state.message === "string" ? state.message : undefined;
}
