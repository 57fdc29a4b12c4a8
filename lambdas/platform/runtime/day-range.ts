import { SELECTION } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "./failure.ts";
import { DAY_MS } from "./time.ts";

/** UTC days, both included, and the moments of their start and end. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
  readonly from: Date;
  /** The start of the day after the last one. */
  readonly to: Date;
}

/** The UTC day of a moment, YYYY-MM-DD. */
export const toDay = (moment: Date | number | string) => new Date(moment).toISOString().slice(0, "YYYY-MM-DD".length);

const parseDay = (day: string) => Date.parse(day.slice(0, "YYYY-MM-DD".length));

/** A number of days up to the given one. */
function getDaysUntil(last: number, days: number): DayRange {
  const first = last - (days - 1) * DAY_MS;
  return { start: toDay(first), end: toDay(last), from: new Date(first), to: new Date(last + DAY_MS) };
}

/** The last days up to today, included. */
export const getRecentDays = (days: number, now: Date) => getDaysUntil(parseDay(toDay(now)), days);

/** The requested days: the last thirty by default, and never more than the limit. */
export function parseDayRange(asked: { start?: string | undefined; end?: string | undefined }, now: Date) {
  const last = parseDay(asked.end ?? toDay(now));
  if (!asked.start) return getDaysUntil(last, SELECTION.standardDays);
  const days = (last - parseDay(asked.start)) / DAY_MS + 1;
  if (days < 1) return fail("invalid_request", { fields: { start: MESSAGES.startAfterEnd } });
  if (days > SELECTION.maxDays) return fail("invalid_request", { fields: { start: MESSAGES.rangeTooLong } });
  return getDaysUntil(last, days);
}

/** Every day of a range. */
export const listDays = ({ from, to }: Pick<DayRange, "from" | "to">): string[] =>
  Array.from({ length: (to.getTime() - from.getTime()) / DAY_MS }, (_, nth) => toDay(from.getTime() + nth * DAY_MS));
