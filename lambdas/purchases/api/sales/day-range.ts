import { SELECTION } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../../../runtime/failure.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** UTC days, both included, and the moments that they lie between. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
  readonly from: Date;
  /** The moment at which the day after the last one begins. */
  readonly to: Date;
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, "YYYY-MM-DD".length);
const beginOf = (day: string) => Date.parse(day.slice(0, "YYYY-MM-DD".length));

/** The days that are asked for: the last thirty unless said otherwise, and never more than the limit. */
export function dayRange(asked: { start?: string | undefined; end?: string | undefined }, now: Date) {
  const last = beginOf(asked.end ?? dayOf(now.getTime()));
  const first = asked.start ? beginOf(asked.start) : last - (SELECTION.standardDays - 1) * DAY_MS;
  if (first > last) return fail("invalid_request", { fields: { start: MESSAGES.startAfterEnd } });
  if ((last - first) / DAY_MS >= SELECTION.maxDays)
    return fail("invalid_request", { fields: { start: MESSAGES.rangeTooLong } });
  return { start: dayOf(first), end: dayOf(last), from: new Date(first), to: new Date(last + DAY_MS) };
}

/** Every day of a range. */
export const daysOf = ({ from, to }: DayRange): string[] =>
  Array.from({ length: (to.getTime() - from.getTime()) / DAY_MS }, (_, nth) => dayOf(from.getTime() + nth * DAY_MS));
