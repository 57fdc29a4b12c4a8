import { parseArgs } from "node:util";
import { openAuditTable } from "#lambdas/audit/audit-table.ts";
import { findEntries } from "#lambdas/audit/find-entries.ts";
import { AUDIT_EVENTS } from "#shared/audit.ts";
import { isDay } from "#shared/model/day.ts";
import { UserId } from "#shared/model/ids.ts";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";
import { findLaptopAuditTable } from "./laptop/find-laptop-table.ts";

const USAGE = `npm run audit -- [options]
  --user <id>       only what this account did, or what was done to it
  --event <name>    only this event, or those that begin like this: ${[...new Set(Object.keys(AUDIT_EVENTS).map((event) => event.split(".")[0]))].join(", ")}
  --from, --to      days (YYYY-MM-DD, UTC, both included); the last week unless said
  --audit <name>    a deployed stage's audit log, with AWS credentials; without it the running laptop's
PORT=<number>       the laptop's port (3000)
prints a line for each entry: time, who, event, target, outcome, request id`;

const DAY_MS = 24 * 60 * 60 * 1000;

const text = { type: "string" } as const;

/** The beginning of a UTC day. */
function dayOf(name: string, day: string) {
  if (!isDay(day)) throw new BadCommand(`--${name} ${day} isn't a day.`);
  return Date.parse(day);
}

function readCommand() {
  const { values } = parseArgs({ options: { user: text, event: text, from: text, to: text, audit: text } });
  const { user, event, from, to, audit } = values;
  if (user && !UserId.safeParse(user).success) throw new BadCommand(`--user ${user} is no user's id.`);
  const until = to ? dayOf("to", to) + DAY_MS : Date.now();
  const since = from ? dayOf("from", from) : until - 7 * DAY_MS;
  if (until <= since) throw new BadCommand("--to must not be before --from.");
  return { userId: user, event, from: new Date(since), until: new Date(until), audit };
}

try {
  const { audit, event: wanted, ...search } = readCommand();
  openAuditTable(audit ?? (await findLaptopAuditTable()));
  let count = 0;
  for await (const { at, who, event, target, outcome, requestId } of findEntries(search)) {
    if (wanted && event !== wanted && !/^[._]/.test(event.startsWith(wanted) ? event.slice(wanted.length) : ""))
      continue;
    count += 1;
    console.log([at, who, event, target, outcome, requestId].map((part) => part ?? "-").join("  "));
  }
  if (count === 0) console.error("There is no such entry.");
} catch (problem) {
  exitWithUsage(problem, USAGE);
}
