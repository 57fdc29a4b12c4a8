import { endSessions } from "#lambdas/areas/auth/end-sessions.ts";
import { openUserDeleter } from "#lambdas/areas/auth/open-user-deleter.ts";
import { countFactors, removeAllFactors } from "#lambdas/areas/second-factor/remove-all-factors.ts";
import type { User } from "#lambdas/areas/users/find-user.ts";
import { findOpenUser } from "#lambdas/areas/users/open-account.ts";
import { epochSeconds } from "#lambdas/platform/runtime/time.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { transact } from "#lambdas/platform/table/transact.ts";
import type { AuditEvent } from "#shared/audit.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openStageTable } from "../command/stage-table.ts";
import { findAbandonedUsers } from "../identity/find-abandoned-users.ts";
import { requireUserId } from "../identity/require-account.ts";

/** An operation on an account. */
interface AccountOperation {
  readonly event: AuditEvent;
  /** Describes the operation before it runs; throws if there is nothing to do. */
  describe(table: OpenTable, user: User): Promise<string>;
  /** Returns false if the account was changed concurrently. */
  run(table: OpenTable, user: User, at: number): Promise<boolean>;
}

const END_SESSIONS: AccountOperation = {
  event: "session.end_all",
  describe: async () => "end every session",
  run: async (table, user, at) =>
    (await transact(table, [{ write: endSessions(user, at), failure: "too_many_requests" }])) === undefined,
};

const OPERATIONS: Readonly<Record<string, AccountOperation>> = {
  "remove-factors": {
    event: "factor.remove_all",
    async describe(table, { userId }) {
      const { apps, passkeys, recoveryCodes } = await countFactors(table, userId);
      if (apps + passkeys + recoveryCodes === 0) throw new CommandError(`${userId} has no second factor.`);
      return `remove all second factors (${[`authenticator apps: ${apps}`, `passkeys: ${passkeys}`, `recovery codes: ${recoveryCodes}`].join(", ")})`;
    },
    run: removeAllFactors,
  },
  "end-sessions": END_SESSIONS,
};

const REMOVE_ABANDONED = "remove-abandoned";

type OperationContext = Pick<Call, "isDry" | "stage" | "record">;

/** Ends every session of an account; does nothing for a closed one. */
export async function endAccountSessions(table: OpenTable, userId: string): Promise<void> {
  const user = await findOpenUser(table, userId);
  if (!user || (await END_SESSIONS.run(table, user, epochSeconds(new Date())))) return;
  // The account was changed concurrently.
  return endAccountSessions(table, userId);
}

/** Deletes Cognito users without an account that were created before the given time. */
export async function removeUsersWithoutAccount(before: Date, { isDry, stage, record }: OperationContext) {
  const resolvedStage = await stage();
  const pools = [...(await resolvedStage.resources("AWS::Cognito::UserPool")).values()];
  const table = openStageTable(resolvedStage);
  let count = 0;
  for (const pool of pools) {
    const users = openUserDeleter({ USER_POOL_ID: pool });
    for await (const userId of findAbandonedUsers(table, pool, before)) {
      count += 1;
      if (!isDry) await record("account.remove_abandoned", userId, () => users.delete(userId));
      console.log(userId);
    }
  }
  console.log(isDry ? `Users without an account: ${count}. ${NOTHING_DONE}` : `Users deleted: ${count}.`);
}

async function changeAccount(operation: AccountOperation, userId: string, { isDry, stage, record }: OperationContext) {
  const table = openStageTable(await stage());
  const user = await findOpenUser(table, userId);
  if (!user) throw new CommandError(`${userId} isn't an open account.`);
  const description = await operation.describe(table, user);
  if (isDry) return console.log(`This would ${description} of ${userId}. ${NOTHING_DONE}`);
  await record(operation.event, userId, async () => {
    const isDone = await operation.run(table, user, epochSeconds(new Date()));
    if (!isDone) throw new CommandError("The account was changed concurrently, so nothing was done. Try again.");
  });
  console.log(`Done for ${userId}: ${description}.`);
}

export const command = defineCommand({
  usage: ["remove-factors --user <id>", "end-sessions --user <id>", REMOVE_ABANDONED],
  description: [
    "remove-factors removes all second factors and recovery codes, ends every session and emails the owner. Verify the owner's identity first.",
    "end-sessions ends every session and invalidates password reset links.",
    "remove-abandoned deletes Cognito users that are older than a day and have no account in the table.",
  ],
  options: { user: { value: "<id>", description: "the account" } },
  async run({ positionals: [name = "", ...rest], values: { user }, ...context }) {
    if (name === REMOVE_ABANDONED && rest.length === 0)
      return removeUsersWithoutAccount(new Date(Date.now() - LIFETIMES.verificationLink * 1000), context);
    const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    if (!operation || rest.length > 0) {
      throw new CommandError(`Expected one of: ${[...Object.keys(OPERATIONS), REMOVE_ABANDONED].join(", ")}.`);
    }
    return changeAccount(operation, requireUserId(user), context);
  },
});
