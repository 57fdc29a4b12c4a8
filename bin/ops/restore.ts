import { getStage } from "#lib/stacks/stages.ts";
import { BadCommand } from "../command/bad-command.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { getStageName, type Stage, theOnly } from "../command/stage.ts";
import { openStageTable } from "../command/stage-table.ts";
import { isOwnTable } from "../deployed-stack.ts";
import { findDifferingAccounts } from "../identity/find-differing-accounts.ts";
import { findLostDecisions } from "../restore/find-lost-decisions.ts";
import { prepareTable } from "../restore/prepare-table.ts";
import { endAccountSessions, removeUsersWithoutAccount } from "./accounts.ts";
import { readUserIds, rebuildIndex } from "./reindex.ts";

type Work = Pick<Call, "isDry" | "stage" | "record">;

async function prepare(name: string, { isDry, stage, record }: Work) {
  const { name: stackName } = await stage();
  // Deployments recognize the stack's own table by this name, as opposed to an adopted one.
  if (isOwnTable(name, stackName)) {
    throw new BadCommand(`${name} has the name of a table that the stack makes itself: restore to another one.`);
  }
  const prepared = () => prepareTable(name, getStage(getStageName(stackName)), isDry);
  const streamArn = await record("table.restore", name, prepared);
  if (isDry) return console.log(NOTHING_DONE);
  console.log(
    `Set it in lib/stacks/deployments.ts, and deploy:\nrestoredTable: ${JSON.stringify({ name, streamArn })}`,
  );
}

/** Reconciles data outside the table, which is newer: the index and the pool's users. */
async function reconcile(since: Date, work: Work) {
  const opened = await work.stage();
  await rebuildIndex(work);
  await removeUsersWithoutAccount(new Date(), work);
  await endAllSessions(opened, work);
  await listWhatCameBack(since, opened);
}

/** The restore revives sessions that were ended after the moment, including thieves', so all are ended. */
async function endAllSessions(opened: Stage, { isDry, record }: Work) {
  const userIds = await readUserIds(opened.output("TableName"));
  if (isDry) return console.log(`This would end the sessions of ${userIds.length} accounts. ${NOTHING_DONE}`);
  const table = openStageTable(opened);
  await record("session.end_all", undefined, async () => {
    for (const userId of userIds) await endAccountSessions(table, userId);
  });
  console.log(
    `The sessions of ${userIds.length} accounts are ended. Second factors, addresses and links are those of that moment.`,
  );
}

const POOL_USERS = {
  disabled: "was closed after that moment: ask its owner",
  gone: "has no user in the pool, as after erasing: nobody can log in, but a reset by mail makes one again",
};

/** Lists accounts and artwork deleted after the moment, which the restore revived; people have to decide which to delete. */
async function listWhatCameBack(since: Date, opened: Stage) {
  const option = opened.isLaptop ? "" : ` --stack ${opened.name}`;
  const repeat = (command: string) => `npm run ops -- ${command}${option}`;
  const table = openStageTable(opened);
  const userIds = await readUserIds(opened.output("TableName"));
  const pool = await theOnly(opened, "AWS::Cognito::UserPool", "");
  for await (const { userId, poolUser } of findDifferingAccounts(table, pool, userIds)) {
    console.log(`${userId} ${POOL_USERS[poolUser]}. To erase it: ${repeat(`erase-user --user ${userId}`)}`);
  }
  console.log("What operators decided after that moment, to be done once more in this order:");
  for (const { at, command } of await findLostDecisions(opened.output("AuditTableName"), since)) {
    console.log(`${at}  ${repeat(command)}`);
  }
  console.log(`Payments went on meanwhile. Compare the books: ${repeat("ledger check")}`);
}

function parseMoment(since: string) {
  const moment = new Date(since);
  if (!/^\d{4}-\d\d-\d\dT/.test(since) || Number.isNaN(moment.getTime()))
    throw new BadCommand(`--since ${since} isn't a moment such as 2026-11-21T09:00:00Z.`);
  return moment;
}

export const command = defineCommand({
  usage: ["prepare --table <name>", "reconcile --since <moment>"],
  description: [
    "prepare gives a table that DynamoDB restored what it comes without (stream, time to live, recovery, deletion protection), makes",
    "its indexes those of this version, and prints what makes the stack adopt it. reconcile, once that is deployed, brings the search index and the",
    "users of the pool in line with it, ends every session, and lists what has come back with it: accounts that were closed or erased after the moment",
    "that was restored, and the commands that repeat what operators blocked, took down, erased or gave back since.",
  ],
  options: {
    table: { value: "<name>", description: "the restored table" },
    since: { value: "<moment>", description: "the moment that was restored, such as 2026-11-21T09:00:00Z" },
  },
  async run({ words, values: { table, since }, ...work }) {
    const form = words.join(" ");
    if (form === "prepare" && table && !since) return prepare(table, work);
    if (form === "reconcile" && since && !table) return reconcile(parseMoment(since), work);
    throw new BadCommand("Say prepare --table <name>, or reconcile --since <moment>.");
  },
});
