import { eraseAccount } from "#lambdas/areas/auth/erase-account.ts";
import { openUserDeleter } from "#lambdas/areas/auth/open-user-deleter.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { requireResourceId } from "../command/stage.ts";
import { openStageTable } from "../command/stage-table.ts";
import { requireAccount, requireUserId } from "../identity/require-account.ts";
import { requireNoOpenPayments } from "../identity/require-no-open-payments.ts";

export const command = defineCommand({
  usage: ["--user <id>"],
  description: [
    "Same as when owners close their account: personal data and artwork are deleted, unsold pictures purged, and the Cognito user deleted.",
    "Orders keep the names of both parties, and receipts, invoices and credit notes keep addresses and VAT numbers, as the law requires.",
    "Comments and reviews stay without a name. It can't be undone. Unblock a blocked account first.",
  ],
  options: { user: { value: "<id>", description: "the account" } },
  async run({ values: { user: id }, isDry, stage, record }) {
    const userId = requireUserId(id);
    const resolvedStage = await stage();
    const table = openStageTable(resolvedStage);
    const pool = await requireResourceId(resolvedStage, "AWS::Cognito::UserPool", "");
    const user = await requireAccount(table, userId);
    if (user.blockedAt) throw new CommandError(`${userId} is blocked. Unblock it first.`);
    await record("account.erase", userId, async () => {
      if (!user.deactivatedAt) await requireNoOpenPayments(table, user);
      if (isDry) return;
      const userDeleter = openUserDeleter({ USER_POOL_ID: pool });
      if (await eraseAccount({ table, userDeleter }, user, new Date()))
        throw new CommandError("The account was changed concurrently. Try again.");
    });
    if (isDry) return console.log(`This would erase ${userId}, with ${user.shown} visible artworks. ${NOTHING_DONE}`);
    console.log(`${userId} is erased.`);
  },
});
