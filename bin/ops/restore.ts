import { getStage } from "#lib/stacks/stages.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { getStageName, requireResourceId, type Stage } from "../command/stage.ts";
import { openStageTable } from "../command/stage-table.ts";
import { isOwnTable } from "../deployed-stack.ts";
import { findUserMismatches } from "../identity/find-user-mismatches.ts";
import { findLostActions } from "../restore/find-lost-actions.ts";
import { prepareTable } from "../restore/prepare-table.ts";
import { endAccountSessions, removeUsersWithoutAccount } from "./accounts.ts";
import { readUserIds, rebuildIndex } from "./reindex.ts";

type RestoreContext = Pick<Call, "isDry" | "stage" | "record">;

async function prepare(name: string, { isDry, stage, record }: RestoreContext) {
  const { name: stackName } = await stage();
  // Deployments recognize by this prefix that the stack created a table itself.
  if (isOwnTable(name, stackName)) {
    throw new CommandError(`${name} is a name that the stack uses for its own table. Restore to another name.`);
  }
  const prepared = () => prepareTable(name, getStage(getStageName(stackName)), isDry);
  const streamArn = await record("table.restore", name, prepared);
  if (isDry) return console.log(NOTHING_DONE);
  console.log(
    `Set it in lib/stacks/deployments.ts, and deploy:\nrestoredTable: ${JSON.stringify({ name, streamArn })}`,
  );
}

/** Reconciles the newer data outside the table with it: the search index and the Cognito users. */
async function reconcile(since: Date, context: RestoreContext) {
  const resolvedStage = await context.stage();
  await rebuildIndex(context);
  await removeUsersWithoutAccount(new Date(), context);
  await endAllSessions(resolvedStage, context);
  await listRevived(since, resolvedStage);
}

/** The restore revives sessions that were ended since, including those of thieves, so all are ended. */
async function endAllSessions(resolvedStage: Stage, { isDry, record }: RestoreContext) {
  const userIds = await readUserIds(resolvedStage.output("TableName"));
  if (isDry) return console.log(`This would end the sessions of ${userIds.length} accounts. ${NOTHING_DONE}`);
  const table = openStageTable(resolvedStage);
  await record("session.end_all", undefined, async () => {
    for (const userId of userIds) await endAccountSessions(table, userId);
  });
  console.log(
    `Ended the sessions of ${userIds.length} accounts. Second factors, email addresses and links are back in their state at that time.`,
  );
}

const MISMATCHES = {
  disabled: "was closed since then: ask its owner",
  missing: "has no Cognito user, as after an erasure. Login fails; a password reset would recreate the user",
};

/** Lists closed and erased accounts that the restore revived, and the operators' actions since then, for operators to decide. */
async function listRevived(since: Date, resolvedStage: Stage) {
  const option = resolvedStage.isLaptop ? "" : ` --stack ${resolvedStage.name}`;
  const repeat = (command: string) => `npm run ops -- ${command}${option}`;
  const table = openStageTable(resolvedStage);
  const userIds = await readUserIds(resolvedStage.output("TableName"));
  const pool = await requireResourceId(resolvedStage, "AWS::Cognito::UserPool", "");
  for await (const { userId, userStatus } of findUserMismatches(table, pool, userIds)) {
    console.log(`${userId} ${MISMATCHES[userStatus]}. To erase it: ${repeat(`erase-user --user ${userId}`)}`);
  }
  console.log("Operators' actions since then, to be repeated in this order:");
  for (const { at, command } of await findLostActions(resolvedStage.output("AuditTableName"), since)) {
    console.log(`${at}  ${repeat(command)}`);
  }
  console.log(`Payments continued at Stripe. Check the ledger: ${repeat("ledger check")}`);
}

function parseTime(since: string) {
  const time = new Date(since);
  if (!/^\d{4}-\d\d-\d\dT/.test(since) || Number.isNaN(time.getTime()))
    throw new CommandError(`--since ${since} isn't a time such as 2026-11-21T09:00:00Z.`);
  return time;
}

export const command = defineCommand({
  usage: ["prepare --table <name>", "reconcile --since <time>"],
  description: [
    "prepare configures a restored table (stream, TTL, point-in-time recovery, deletion protection), updates its indexes, and prints the",
    "deployment setting that adopts it. reconcile, run after that deployment, rebuilds the search index, deletes Cognito users without an account,",
    "ends every session, lists closed and erased accounts that the restore revived, and prints the commands that repeat operators' actions since then.",
  ],
  options: {
    table: { value: "<name>", description: "the restored table" },
    since: { value: "<time>", description: "the time that was restored, such as 2026-11-21T09:00:00Z" },
  },
  async run({ positionals, values: { table, since }, ...context }) {
    const form = positionals.join(" ");
    if (form === "prepare" && table && !since) return prepare(table, context);
    if (form === "reconcile" && since && !table) return reconcile(parseTime(since), context);
    throw new CommandError("Expected prepare --table <name>, or reconcile --since <time>.");
  },
});
