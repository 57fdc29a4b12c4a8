/** What happens to a session, by the names that Amplify gives such events. */
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
