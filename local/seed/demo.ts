import type { Session } from "#local/seed/client.ts";

/** The demo as far as it is made. */
export interface Demo {
  /** Everybody's session by username. */
  readonly sessions: Map<string, Session>;
  /** Everything published, by title. */
  readonly artworkIds: Map<string, string>;
}
