/** First and last UTC day (YYYY-MM-DD), both included; without one there is no bound. */
export interface DueDays {
  readonly from?: string | null | undefined;
  readonly until?: string | null | undefined;
}

/** The state of something with these days on a UTC day. */
export function getDueState({ from, until }: DueDays, today: string): "scheduled" | "due" | "over" {
  if (from && today < from) return "scheduled";
  return until && until < today ? "over" : "due";
}
