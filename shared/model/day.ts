import * as z from "zod/mini";

/** True for a calendar day as YYYY-MM-DD; 2026-02-30 is none. */
export const isDay = (text: string): boolean => z.regexes.date.test(text);
