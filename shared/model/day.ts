import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";

/** True for a calendar day as YYYY-MM-DD; 2026-02-30 is none. */
export const isDay = (text: string): boolean => z.regexes.date.test(text);

const MOMENT = z.regexes.datetime({ local: true, offset: true });

/** With nanoseconds and an offset; clocks know no smaller part. */
const LONGEST_MOMENT = "2026-11-28T10:00:00.000000000+00:00".length;

/** A UTC day of the calendar, alone or as the beginning of a moment in ISO 8601. */
const Day = z.string().check(
  z.maxLength(LONGEST_MOMENT, MESSAGES.invalidDate),
  z.refine((text) => isDay(text) || MOMENT.test(text), MESSAGES.invalidDate),
);

/** A range of days as it is asked for, both ends included. */
export const AskedDays = z.object({ start: z.optional(Day), end: z.optional(Day) });
