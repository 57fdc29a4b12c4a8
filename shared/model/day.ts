import * as z from "zod/mini";

/** Whether a text is a day that the calendar has, spelled YYYY-MM-DD; 2026-02-30 is none. */
export const isDay = (text: string): boolean => z.regexes.date.test(text);
