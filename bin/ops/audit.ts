import { openAuditTable } from "#lambdas/platform/audit/audit-table.ts";
import { findEntries } from "#lambdas/platform/audit/find-entries.ts";
import { AUDIT_EVENTS } from "#shared/audit.ts";
import { isDay } from "#shared/model/day.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand } from "../command/command.ts";
import { requireUserId } from "../identity/require-account.ts";

const KINDS = [...new Set(Object.keys(AUDIT_EVENTS).map((event) => event.split(".")[0]))];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The beginning of a UTC day. */
function parseDay(name: string, day: string) {
  if (!isDay(day)) throw new BadCommand(`--${name} ${day} isn't a day.`);
  return Date.parse(day);
}

/** True if the event is the wanted one, or one of that kind. */
const matchesEvent = (event: string, wanted: string) =>
  event === wanted || (event.startsWith(wanted) && /^[._]/.test(event.slice(wanted.length)));

export const command = defineCommand({
  usage: [""],
  description: ["A line for each entry: time, who, event, target, outcome, request id."],
  reads: true,
  options: {
    user: { value: "<id>", description: "only what this account did, or what was done to it" },
    event: { value: "<name>", description: `only this event, or those that begin like this: ${KINDS.join(", ")}` },
    from: { value: "<day>", description: "the first day, YYYY-MM-DD in UTC; a week ago by default" },
    to: { value: "<day>", description: "the last day; today by default" },
  },
  async run({ values: { user, event: wanted, from, to }, stage }) {
    const userId = user ? requireUserId(user) : undefined;
    const until = to ? parseDay("to", to) + DAY_MS : Date.now();
    const since = from ? parseDay("from", from) : until - 7 * DAY_MS;
    if (until <= since) throw new BadCommand("--to must not be before --from.");
    openAuditTable((await stage()).output("AuditTableName"));
    let count = 0;
    for await (const entry of findEntries({ userId, from: new Date(since), until: new Date(until) })) {
      const { at, who, event, target, outcome, requestId } = entry;
      if (wanted && !matchesEvent(event, wanted)) continue;
      count += 1;
      console.log([at, who, event, target, outcome, requestId].map((part) => part ?? "-").join("  "));
    }
    if (count === 0) console.error("There is no such entry.");
  },
});
