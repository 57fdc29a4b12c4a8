import { BadCommand } from "../command/bad-command.ts";
import { defineCommand } from "../command/command.ts";
import { RECORDS, requireKind, UPLOADS } from "../failed-events/kinds.ts";
import { findDeadLetterQueues, redriveEvents, redriveMessages } from "../failed-events/redrive-messages.ts";
import { redriveRecords } from "../failed-events/redrive-records.ts";

/** Queues whose messages are obsolete when an operator looks: a link's request outlives the link, a connection closes by itself. */
const STALE = ["UnansweredMailRequests", "UnclosedConnections"];

export const command = defineCommand({
  usage: [""],
  description: [
    "Each kind of failed event goes back to where it came from, the oldest first; handled again it has its effect once.",
    `${STALE.join(" and ")} are left where they are, for what they ask for is over: name them by --only.`,
    "A record that fails again is handed over with the present state of its item, which may be repaired by now. If it still fails it stays, and the",
    "command ends with 1. Messages that were moved back before are named: dead-letters shows them, and drops what can't ever succeed.",
  ],
  options: { only: { value: "<kind>", description: `one kind, such as ${RECORDS}, ${UPLOADS} or UnsentMails` } },
  async run({ words, values: { only }, isDry, stage, record }) {
    if (words.length > 0) throw new BadCommand("redrive takes no words: name a kind by --only.");
    const opened = await stage();
    const work = { isDry, record };
    const queues = await findDeadLetterQueues(opened);
    const kinds = new Map<string, () => Promise<number>>([
      [RECORDS, () => redriveRecords({ bucket: opened.output(RECORDS), table: opened.output("TableName") }, work)],
      [
        UPLOADS,
        () => redriveEvents({ kind: UPLOADS, url: opened.output(UPLOADS) }, opened.output("ProcessUpload"), work),
      ],
      ...queues.map((queue) => [queue.kind, () => redriveMessages(queue, work)] as const),
    ]);
    requireKind(only, [...kinds.keys()]);
    let failed = 0;
    for (const [kind, redrive] of kinds) if (only ? kind === only : !STALE.includes(kind)) failed += await redrive();
    if (failed === 0 && !isDry) console.log("Nothing failed.");
  },
});
