import { defineCommand } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { RECORDS, requireKind, UPLOADS } from "../failed-events/kinds.ts";
import { findDeadLetterQueues, redriveEvents, redriveMessages } from "../failed-events/redrive-messages.ts";
import { redriveRecords } from "../failed-events/redrive-records.ts";

/** Queues whose messages are obsolete by the time an operator sees them: the requested link has expired, the connection is closed. */
const STALE = ["UnansweredMailRequests", "UnclosedConnections"];

export const command = defineCommand({
  usage: [""],
  description: [
    "Sends failed events back to their source, oldest first. Processing is idempotent.",
    `${STALE.join(" and ")} are skipped because they are outdated; select them with --only.`,
    "A stream record that fails again is resent with its item's current state. If it still fails, it stays stored and the command exits with 1.",
    "Messages that were redriven before are printed; inspect or drop them with dead-letters.",
  ],
  options: { only: { value: "<kind>", description: `only this kind, such as ${RECORDS}, ${UPLOADS} or UnsentMails` } },
  async run({ positionals, values: { only }, isDry, stage, record }) {
    if (positionals.length > 0) throw new CommandError("redrive takes no arguments; select a kind with --only.");
    const resolvedStage = await stage();
    const context = { isDry, record };
    const queues = await findDeadLetterQueues(resolvedStage);
    const kinds = new Map<string, () => Promise<number>>([
      [
        RECORDS,
        () =>
          redriveRecords({ bucket: resolvedStage.output(RECORDS), table: resolvedStage.output("TableName") }, context),
      ],
      [
        UPLOADS,
        () =>
          redriveEvents(
            { kind: UPLOADS, url: resolvedStage.output(UPLOADS) },
            resolvedStage.output("ProcessUpload"),
            context,
          ),
      ],
      ...queues.map((queue) => [queue.kind, () => redriveMessages(queue, context)] as const),
    ]);
    requireKind(only, [...kinds.keys()]);
    let failed = 0;
    for (const [kind, redrive] of kinds) if (only ? kind === only : !STALE.includes(kind)) failed += await redrive();
    if (failed === 0 && !isDry) console.log("No failed events.");
  },
});
