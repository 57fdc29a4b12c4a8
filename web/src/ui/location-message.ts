import { useLocation } from "react-router-dom";

/** What a page says that one is sent to, e.g. /login after a password was reset. */
export interface LocationMessage {
  readonly message?: string;
}

/** The message that came with the way here. */
export function useLocationMessage(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || !state || !("message" in state)) return undefined;
  return typeof state.message === "string" ? state.message : undefined;
}
