import { refreshToken } from "#shared/contract/auth.ts";
import type { SessionUser } from "#shared/model/account.ts";

/** The path under which changes apply to the session's user, who comes with each refresh. */
export const SESSION = `${refreshToken.method} ${refreshToken.path}`;

/**
 * `starting`: the first refresh is under way. `unauthenticated`: a visitor. `authenticated`: someone is signed in.
 * `failed`: the first refresh got no answer, so nobody knows; public pages work on, protected ones offer another try.
 */
export interface SessionState {
  readonly status: "starting" | "unauthenticated" | "authenticated" | "failed";
  readonly user: SessionUser | null;
  /** Why the session ended, for the page that one is sent to; null when there is nothing to say. */
  readonly farewell: string | null;
}

export const STARTING: SessionState = { status: "starting", user: null, farewell: null };
export const VISITOR: SessionState = { status: "unauthenticated", user: null, farewell: null };
export const FAILED: SessionState = { status: "failed", user: null, farewell: null };

export const signedIn = (user: SessionUser): SessionState => ({
  status: "authenticated",
  user,
  farewell: null,
});
