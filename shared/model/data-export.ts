import * as z from "zod/mini";

/** A person's archive of their own data. */
export const DataExport = z.object({
  status: z.enum(["none", "preparing", "ready", "failed"]),
  /** Pictures that are in it so far, all that will be, and those that don't fit. */
  done: z.number(),
  pictures: z.number(),
  leftOut: z.number(),
  bytes: z.number(),
  /** ISO 8601; null until it is ready. */
  expires: z.nullable(z.string()),
  /** ISO 8601: from when another can be asked for; null where that is now. */
  again: z.nullable(z.string()),
});
export type DataExport = z.output<typeof DataExport>;
