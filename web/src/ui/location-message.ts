import { useLocation } from "react-router-dom";

/** Navigation state with a message for the next page, e.g. on /login after a password reset. */
export interface LocationMessage {
  readonly message?: string;
}

/** The message passed by the navigation to this page. */
export function useLocationMessage(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || !state || !("message" in state)) return undefined;
  return typeof state.message === "string" ? state.message : undefined;
}
