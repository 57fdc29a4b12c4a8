import { parseArgs } from "node:util";
import { epochSeconds } from "#lambdas/runtime/epoch-seconds.ts";
import { countFactors, removeAllFactors } from "#lambdas/second-factor/remove-all-factors.ts";
import { openTable } from "#lambdas/table/marketplace-table.ts";
import { findOpenUser } from "#lambdas/users/open-account.ts";
import { UserId } from "#shared/model/ids.ts";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";
import { openOperator } from "./command/operator.ts";
import { findLaptopTable } from "./laptop/find-laptop-table.ts";

const USAGE = `npm run accounts -- remove-factors --user <id> [--confirm] [options]
  says which second factors an account has; with --confirm removes them all with the recovery codes, for an owner who
  lost them and has proven who they are: ends the account's sessions, mails the owner, and is recorded in the audit log
  --table, --audit    a deployed stage's table and audit log, with AWS credentials; without them the running laptop's
PORT=<number>         the laptop's port (3000)`;

const text = { type: "string" } as const;

function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { user: text, confirm: { type: "boolean", default: false }, table: text, audit: text },
  });
  const [verb, ...rest] = positionals;
  if (verb !== "remove-factors" || rest.length > 0) throw new BadCommand("The only command is: remove-factors.");
  const { data: userId } = UserId.safeParse(values.user);
  if (!userId) throw new BadCommand(`--user ${values.user ?? ""} is no user's id.`);
  return { ...values, userId };
}

try {
  const { userId, confirm, table, audit } = readCommand();
  const operator = confirm ? await openOperator(table, audit) : undefined;
  const opened = openTable({ TABLE_NAME: table ?? (await findLaptopTable()) });
  const user = await findOpenUser(opened, userId);
  if (!user) throw new BadCommand(`${userId} is no open account.`);
  const { apps, passkeys, recoveryCodes } = await countFactors(opened, userId);
  const factors = `${apps} authenticator app, ${passkeys} passkeys, ${recoveryCodes} recovery codes`;
  if (apps + passkeys + recoveryCodes === 0) throw new BadCommand(`${userId} has no second factor.`);
  if (operator) {
    await operator.record({ event: "factor.remove_all", target: userId });
    const isRemoved = await removeAllFactors(opened, user, epochSeconds(new Date()));
    if (!isRemoved) throw new BadCommand("The account changed in this very moment, so nothing was removed.");
    console.log(`Removed from ${userId}: ${factors}.`);
  } else console.log(`${userId} has ${factors}. Nothing is removed without --confirm.`);
} catch (problem) {
  exitWithUsage(problem, USAGE);
}
