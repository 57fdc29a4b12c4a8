import { endSessions } from "#lambdas/areas/auth/end-sessions.ts";
import { openDeletingUsers } from "#lambdas/areas/auth/open-deleting-users.ts";
import { countFactors, removeAllFactors } from "#lambdas/areas/second-factor/remove-all-factors.ts";
import type { User } from "#lambdas/areas/users/find-user.ts";
import { findOpenUser } from "#lambdas/areas/users/open-account.ts";
import { epochSeconds } from "#lambdas/platform/runtime/time.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { transact } from "#lambdas/platform/table/transact.ts";
import type { AuditEvent } from "#shared/audit.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { BadCommand } from "../command/bad-command.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { openStageTable } from "../command/stage-table.ts";
import { findAbandonedUsers } from "../identity/find-abandoned-users.ts";
import { requireUserId } from "../identity/require-account.ts";

/** An operation on an account. */
interface Verb {
  readonly event: AuditEvent;
  /** Describes the operation before it runs; throws if there is nothing to do. */
  describe(table: OpenTable, user: User): Promise<string>;
  /** False where the account changed since it was read. */
  run(table: OpenTable, user: User, at: number): Promise<boolean>;
}

const END_SESSIONS: Verb = {
  event: "session.end_all",
  describe: async () => "end every session",
  run: async (table, user, at) =>
    (await transact(table, [{ write: endSessions(user, at), failure: "too_many_requests" }])) === undefined,
};

const VERBS: Readonly<Record<string, Verb>> = {
  "remove-factors": {
    event: "factor.remove_all",
    async describe(table, { userId }) {
      const { apps, passkeys, recoveryCodes } = await countFactors(table, userId);
      if (apps + passkeys + recoveryCodes === 0) throw new BadCommand(`${userId} has no second factor.`);
      return `remove ${apps} authenticator app, ${passkeys} passkeys and ${recoveryCodes} recovery codes`;
    },
    run: removeAllFactors,
  },
  "end-sessions": END_SESSIONS,
};

const REMOVE_ABANDONED = "remove-abandoned";

type Work = Pick<Call, "isDry" | "stage" | "record">;

/** Ends every session of an account; does nothing for a closed one. */
export async function endAccountSessions(table: OpenTable, userId: string): Promise<void> {
  const user = await findOpenUser(table, userId);
  if (!user || (await END_SESSIONS.run(table, user, epochSeconds(new Date())))) return;
  // Its sessions or address changed since it was read.
  return endAccountSessions(table, userId);
}

/** Deletes Cognito users without an account that were created before this moment. */
export async function removeUsersWithoutAccount(before: Date, { isDry, stage, record }: Work) {
  const opened = await stage();
  const pools = [...(await opened.resources("AWS::Cognito::UserPool")).values()];
  const table = openStageTable(opened);
  let count = 0;
  for (const pool of pools) {
    const users = openDeletingUsers({ USER_POOL_ID: pool });
    for await (const userId of findAbandonedUsers(table, pool, before)) {
      count += 1;
      if (!isDry) await record("account.remove_abandoned", userId, () => users.delete(userId));
      console.log(userId);
    }
  }
  console.log(isDry ? `${count} users have no account. ${NOTHING_DONE}` : `Removed ${count} users.`);
}

async function changeAccount(verb: Verb, userId: string, { isDry, stage, record }: Work) {
  const table = openStageTable(await stage());
  const user = await findOpenUser(table, userId);
  if (!user) throw new BadCommand(`${userId} is no open account.`);
  const deed = await verb.describe(table, user);
  if (isDry) return console.log(`This would ${deed} of ${userId}. ${NOTHING_DONE}`);
  await record(verb.event, userId, async () => {
    const isDone = await verb.run(table, user, epochSeconds(new Date()));
    if (!isDone) throw new BadCommand("The account changed in this very moment, so nothing was done.");
  });
  console.log(`Done for ${userId}: ${deed}.`);
}

export const command = defineCommand({
  usage: ["remove-factors --user <id>", "end-sessions --user <id>", REMOVE_ABANDONED],
  description: [
    "remove-factors removes all second factors and recovery codes of an owner who lost them and has proven who they are,",
    "ends the account's sessions and mails the owner. end-sessions logs it out everywhere; links to set a password end too.",
    "remove-abandoned deletes users of the pool who are older than a day and have no account in the table.",
  ],
  options: { user: { value: "<id>", description: "the account" } },
  async run({ words: [name = "", ...rest], values: { user }, ...work }) {
    if (name === REMOVE_ABANDONED && rest.length === 0)
      return removeUsersWithoutAccount(new Date(Date.now() - LIFETIMES.verificationLink * 1000), work);
    const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    if (!verb || rest.length > 0) {
      throw new BadCommand(`Say one of: ${[...Object.keys(VERBS), REMOVE_ABANDONED].join(", ")}.`);
    }
    return changeAccount(verb, requireUserId(user), work);
  },
});
