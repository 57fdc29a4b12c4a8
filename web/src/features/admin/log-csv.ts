import { listLog } from "#shared/contract/admin.ts";
import { PAGE } from "#shared/limits.ts";
import type { LogEntry, LookReason } from "#shared/model/operator.ts";
import { send } from "#web/api/send.ts";
import { formatCsv, toCsvCell } from "#web/ui/csv.ts";
import type { LogFilter } from "./log-filter.ts";
import { formatActor, formatReason, formatTarget } from "./log-labels.ts";

/** Entries of a file; more take too many calls. */
export const MAX_EXPORTED = 10_000;

const COLUMNS = ["Time (UTC)", "Who", "Who (id)", "Event", "About", "About (id)", "Outcome", "Reason"] as const;

const toCells = (entry: LogEntry) =>
  [
    ...[entry.at, formatActor(entry), entry.who ?? "", entry.event],
    ...[formatTarget(entry), entry.target ?? "", entry.outcome, formatReason(entry)],
  ].map(toCsvCell);

/** The filter's newest entries as CSV, read page by page; `isWhole` is false if older ones are missing. */
export async function readLogCsv(filter: LogFilter & { readonly reason: LookReason }) {
  const entries: LogEntry[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...filter, limit: PAGE.max, ...(cursor ? { cursor } : {}) };
    const page: { items: LogEntry[]; cursor: string | null; hasMore: boolean } = await send(
      listLog,
      { query },
      { errorMessage: "The log wasn't exported" },
    );
    entries.push(...page.items);
    cursor = page.hasMore ? page.cursor : null;
  } while (cursor && entries.length < MAX_EXPORTED);
  return { csv: formatCsv([COLUMNS.map(toCsvCell), ...entries.map(toCells)]), isWhole: cursor === null };
}
