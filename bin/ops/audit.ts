import { openAuditTable } from "#lambdas/platform/audit/audit-table.ts";
import { findEntries, matchesEvent } from "#lambdas/platform/audit/find-entries.ts";
import { DAY_MS } from "#lambdas/platform/runtime/time.ts";
import { AUDIT_EVENTS } from "#shared/audit.ts";
import { isDay } from "#shared/model/day.ts";
import { defineCommand } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { requireUserId } from "../identity/require-account.ts";

const KINDS = [...new Set(Object.keys(AUDIT_EVENTS).map((event) => event.split(".")[0]))];

/** Epoch milliseconds at the start of a UTC day. Throws if it isn't YYYY-MM-DD. */
function parseDay(name: string, day: string) {
  if (!isDay(day)) throw new CommandError(`--${name} ${day} isn't a date (YYYY-MM-DD).`);
  return Date.parse(day);
}

export const command = defineCommand({
  usage: [""],
  description: ["Prints one line per entry: time, actor, event, target, outcome, request id, reason."],
  reads: true,
  options: {
    user: { value: "<id>", description: "only entries by or about this account" },
    event: { value: "<name>", description: `only this event, or events with this prefix: ${KINDS.join(", ")}` },
    from: { value: "<date>", description: "the first day, YYYY-MM-DD in UTC (default: a week ago)" },
    to: { value: "<date>", description: "the last day (default: today)" },
  },
  async run({ values: { user, event: filter, from, to }, stage }) {
    const userId = user ? requireUserId(user) : undefined;
    const until = to ? parseDay("to", to) + DAY_MS : Date.now();
    const since = from ? parseDay("from", from) : until - 7 * DAY_MS;
    if (until <= since) throw new CommandError("--to must not be before --from.");
    openAuditTable((await stage()).output("AuditTableName"));
    let count = 0;
    for await (const entry of findEntries({ userId, from: new Date(since), until: new Date(until) })) {
      const { at, who, event, target, outcome, requestId, reason } = entry;
      if (filter && !matchesEvent(event, filter)) continue;
      count += 1;
      console.log(
        [at, who, event, target, outcome, requestId, reason?.replace(/\s+/g, " ")]
          .map((part) => part ?? "-")
          .join("  "),
      );
    }
    if (count === 0) console.error("No matching entries.");
  },
});
