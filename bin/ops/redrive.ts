import { BadCommand } from "../command/bad-command.ts";
import { defineCommand } from "../command/command.ts";
import { redriveEvents } from "../failed-events/redrive-events.ts";
import { findDeadLetterQueues, redriveMessages } from "../failed-events/redrive-messages.ts";
import { redriveRecords } from "../failed-events/redrive-records.ts";

const RECORDS = "UndeliveredRecords";
const UPLOADS = "UndeliveredUploads";

/**
 * Queues whose messages are worthless by the time somebody looks: a link's request outlives the link, a connection ends
 * by itself.
 */
const STALE = ["UnansweredMailRequests", "UnclosedConnections"];

export const command = defineCommand({
  usage: [""],
  description: [
    "Each kind of failed event goes back to where it came from, the oldest first; handled again it has its effect once.",
    `${STALE.join(" and ")} are left where they are, for what they ask for is over: name them by --only.`,
    "Records that fail again stay, and the command then ends with 1.",
  ],
  options: { only: { value: "<kind>", description: `one kind, such as ${RECORDS}, ${UPLOADS} or UnsentMails` } },
  async run({ words, values: { only }, isDry, stage, record }) {
    if (words.length > 0) throw new BadCommand("redrive takes no words: name a kind by --only.");
    const opened = await stage();
    const work = { isDry, record };
    const queues = await findDeadLetterQueues(opened);
    const kinds = new Map<string, () => Promise<number>>([
      [RECORDS, () => redriveRecords(opened.output(RECORDS), work)],
      [UPLOADS, () => redriveEvents(opened.output(UPLOADS), opened.output("ProcessUpload"), work)],
      ...queues.map(({ kind, url }) => [kind, () => redriveMessages(kind, url, work)] as const),
    ]);
    if (only !== undefined && !kinds.has(only)) {
      throw new BadCommand(`--only ${only}: the kinds are ${[...kinds.keys()].join(", ")}.`);
    }
    let failed = 0;
    for (const [kind, redrive] of kinds) if (only ? kind === only : !STALE.includes(kind)) failed += await redrive();
    if (failed === 0 && !isDry) console.log("Nothing failed.");
  },
});
