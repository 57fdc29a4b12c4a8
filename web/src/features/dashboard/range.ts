import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { SELECTION } from "#shared/limits.ts";
import { isDay } from "#shared/model/day.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY_LENGTH = "YYYY-MM-DD".length;

/** Inclusive range of UTC days, in the API's format. */
export interface Range {
  readonly start: string;
  readonly end: string;
}

export const toDay = (moment: Date): string => moment.toISOString().slice(0, DAY_LENGTH);

/** The last `days` days, including today. */
export const lastDays = (days: number, now: Date): Range => ({
  start: toDay(new Date(now.getTime() - (days - 1) * DAY_MS)),
  end: toDay(now),
});

export const PRESETS = [
  { days: 7, name: "7 days" },
  { days: SELECTION.standardDays, name: "30 days" },
  { days: 90, name: "90 days" },
  { days: 365, name: "Year" },
] as const;

/** The preset that equals a range, if any. */
export const findPreset = ({ start, end }: Range, now: Date) =>
  PRESETS.find(({ days }) => {
    const preset = lastDays(days, now);
    return preset.start === start && preset.end === end;
  });

/** The URL's range, or the default. */
export function parseRange(search: URLSearchParams, now: Date): Range {
  const [start, end] = [search.get("start") ?? "", search.get("end") ?? ""];
  return isDay(start) && isDay(end) ? { start, end } : lastDays(SELECTION.standardDays, now);
}

/** A UTC day such as "21 Nov", optionally with the year. */
export const dayLabel = (day: string, withYear = false): string =>
  formatDate(day, withYear ? DISPLAY.shortDayFormat : "d MMM", "UTC");

/** A range such as "1 Nov 2026 to 21 Nov 2026 (UTC)". */
export const rangeLabel = ({ start, end }: Range): string => `${dayLabel(start, true)} to ${dayLabel(end, true)} (UTC)`;
