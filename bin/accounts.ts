import { parseArgs } from "node:util";
import { endSessions } from "#lambdas/auth/end-sessions.ts";
import { epochSeconds } from "#lambdas/runtime/epoch-seconds.ts";
import { countFactors, removeAllFactors } from "#lambdas/second-factor/remove-all-factors.ts";
import { type OpenTable, openTable } from "#lambdas/table/marketplace-table.ts";
import { transact } from "#lambdas/table/transact.ts";
import type { User } from "#lambdas/users/find-user.ts";
import { findOpenUser } from "#lambdas/users/open-account.ts";
import type { AuditEvent } from "#shared/audit.ts";
import { UserId } from "#shared/model/ids.ts";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";
import { openOperator } from "./command/operator.ts";
import { findLaptopTable } from "./laptop/find-laptop-table.ts";

const USAGE = `npm run accounts -- remove-factors|end-sessions --user <id> [--confirm] [options]
  remove-factors      removes all second factors and recovery codes of an owner who lost them and has proven who they are,
                      ends the account's sessions and mails the owner
  end-sessions        logs the account out everywhere; links to set a password end too
  --confirm           does it, and records it in the audit log; without it the command only says what it would do
  --table, --audit    a deployed stage's table and audit log, with AWS credentials; without them the running laptop's
PORT=<number>         the laptop's port (3000)`;

/** What a verb does to an account. */
interface Verb {
  readonly event: AuditEvent;
  /** What it is about to do, in words; throws where there is nothing to do. */
  describe(table: OpenTable, user: User): Promise<string>;
  /** False where the account changed since it was read. */
  run(table: OpenTable, user: User, at: number): Promise<boolean>;
}

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
  "end-sessions": {
    event: "session.end_all",
    describe: async () => "end every session",
    run: async (table, user, at) =>
      (await transact(table, [{ write: endSessions(user, at), otherwise: "too_many_requests" }])) === undefined,
  },
};

const text = { type: "string" } as const;

function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { user: text, confirm: { type: "boolean", default: false }, table: text, audit: text },
  });
  const [name = "", ...rest] = positionals;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (!verb || rest.length > 0) throw new BadCommand(`The commands are: ${Object.keys(VERBS).join(", ")}.`);
  const { data: userId } = UserId.safeParse(values.user);
  if (!userId) throw new BadCommand(`--user ${values.user ?? ""} is no user's id.`);
  return { ...values, verb, userId };
}

try {
  const { verb, userId, confirm, table, audit } = readCommand();
  const operator = confirm ? await openOperator(table, audit) : undefined;
  const opened = openTable({ TABLE_NAME: table ?? (await findLaptopTable()) });
  const user = await findOpenUser(opened, userId);
  if (!user) throw new BadCommand(`${userId} is no open account.`);
  const deed = await verb.describe(opened, user);
  if (operator) {
    await operator.record({ event: verb.event, target: userId });
    const isDone = await verb.run(opened, user, epochSeconds(new Date()));
    if (!isDone) throw new BadCommand("The account changed in this very moment, so nothing was done.");
    console.log(`Done for ${userId}: ${deed}.`);
  } else console.log(`This would ${deed} of ${userId}. Nothing is done without --confirm.`);
} catch (problem) {
  exitWithUsage(problem, USAGE);
}
