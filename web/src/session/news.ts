/** What happens to a session, by the names that Amplify gives such events. */
export type SessionNews = "signedIn" | "signedOut" | "tokenRefresh" | "tokenRefresh_failure";

interface Held {
  readonly userId: string | undefined;
  readonly token: string | null;
}

/** What it means that a session holds something else than before, if anything. */
export function newsOf(before: Held, now: Held): SessionNews | undefined {
  if (now.userId !== before.userId) return now.userId ? "signedIn" : "signedOut";
  return now.userId && now.token !== before.token ? "tokenRefresh" : undefined;
}
