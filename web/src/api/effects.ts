import { MESSAGES } from "#shared/messages.ts";
import { ApiError } from "./error.ts";

/** What a call may do to the page besides answering. */
export interface Effects {
  readonly toast: { success(text: string): void; error(text: string): void };
  /** Moves within the site. `message` is shown on the page that opens. */
  go(path: string, message?: string): void;
  /** Makes the browser navigate, also to another origin. */
  leave(url: string): void;
}

const textIn = (body: unknown, name: string): string | undefined => {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : undefined;
};

/** A body with `redirect` navigates, a body with `expose` shows its message (specification, section 7). */
export function applyBody(effects: Effects, body: unknown): void {
  const redirect = textIn(body, "redirect");
  if (redirect) effects.leave(redirect);
  const message = textIn(body, "message");
  if (message && typeof body === "object" && body && "expose" in body && body.expose === true) {
    effects.toast.success(message);
  }
}

/**
 * Shows a failure: its own message when exposed, else the catalogue's sentence for what was tried.
 * A failure that has fields stays silent, since they are shown where they belong.
 */
export function applyFailure(effects: Effects, error: unknown, otherwise?: string): void {
  if (!(error instanceof ApiError)) return;
  if (error.expose) effects.toast.error(error.message);
  else if (otherwise && !Object.keys(error.fields).length) {
    effects.toast.error(error.status === 0 ? MESSAGES.network : otherwise);
  }
}
