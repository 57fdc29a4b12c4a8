import * as z from "zod/mini";

/** A person's archive of their own data. */
export const DataExport = z.object({
  status: z.enum(["none", "preparing", "ready", "failed"]),
  /** Pictures included so far, to be included in all, and too large to include. */
  done: z.number(),
  pictures: z.number(),
  leftOut: z.number(),
  bytes: z.number(),
  /** ISO 8601; null until it is ready. */
  expires: z.nullable(z.string()),
  /** ISO 8601 of the next possible request; null if that is now. */
  again: z.nullable(z.string()),
});
export type DataExport = z.output<typeof DataExport>;
