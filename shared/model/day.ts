import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";

/** True for a calendar day as YYYY-MM-DD; false for 2026-02-30. */
export const isDay = (text: string): boolean => z.regexes.date.test(text);

const MOMENT = z.regexes.datetime({ local: true, offset: true });

/** With nanoseconds and an offset. */
const MAX_MOMENT_LENGTH = "2026-11-28T10:00:00.000000000+00:00".length;

/** A moment in ISO 8601 with its offset. */
export const Moment = z
  .string({ error: MESSAGES.notString })
  .check(
    z.maxLength(MAX_MOMENT_LENGTH, MESSAGES.invalidDate),
    z.iso.datetime({ offset: true, error: MESSAGES.invalidDate }),
  );

/** A UTC day, alone or at the start of an ISO 8601 moment. */
const Day = z.string().check(
  z.maxLength(MAX_MOMENT_LENGTH, MESSAGES.invalidDate),
  z.refine((text) => isDay(text) || MOMENT.test(text), MESSAGES.invalidDate),
);

/** A requested range of days, both ends included. */
export const AskedDays = z.object({ start: z.optional(Day), end: z.optional(Day) });

/** A day picked in a form. Empty counts as omitted, since an empty date field sends "". */
export const PickedDay = z
  .string({ error: MESSAGES.notString })
  .check(z.refine((text) => text === "" || isDay(text), MESSAGES.invalidDate));
