import { CommandError } from "../command/command-error.ts";

export const RECORDS = "UndeliveredRecords";
export const UPLOADS = "UndeliveredUploads";

/** Throws unless `--only` is a kind of failed events. */
export function requireKind(only: string | undefined, kinds: readonly string[]) {
  if (only !== undefined && !kinds.includes(only)) {
    throw new CommandError(`--only ${only}: the kinds are ${kinds.join(", ")}.`);
  }
}
