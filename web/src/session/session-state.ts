import { refreshToken } from "#shared/contract/auth.ts";
import type { SessionUser } from "#shared/model/account.ts";

/** Path under which optimistic changes apply to the session's user, as in the response of a refresh. */
export const SESSION_PATH = `${refreshToken.method} ${refreshToken.path}`;

/**
 * `starting`: the first refresh is running. `unauthenticated`: a visitor. `authenticated`: a user.
 * `failed`: the first refresh got no response; public pages work, protected ones offer a retry.
 */
export interface SessionState {
  readonly status: "starting" | "unauthenticated" | "authenticated" | "failed";
  readonly user: SessionUser | null;
  /** Why the session ended, shown on /login; null for no message. */
  readonly signOutReason: string | null;
}

export const STARTING: SessionState = { status: "starting", user: null, signOutReason: null };
export const UNAUTHENTICATED: SessionState = { status: "unauthenticated", user: null, signOutReason: null };
export const FAILED: SessionState = { status: "failed", user: null, signOutReason: null };

export const authenticated = (user: SessionUser): SessionState => ({
  status: "authenticated",
  user,
  signOutReason: null,
});

/** Session events, named as in Amplify. */
export type SessionEvent = "signedIn" | "signedOut" | "tokenRefresh" | "tokenRefresh_failure";

interface Snapshot {
  readonly userId: string | undefined;
  readonly token: string | null;
}

/** The event between two snapshots of a session, if anything changed. */
export function sessionEventBetween(before: Snapshot, now: Snapshot): SessionEvent | undefined {
  if (now.userId !== before.userId) return now.userId ? "signedIn" : "signedOut";
  return now.userId && now.token !== before.token ? "tokenRefresh" : undefined;
}
