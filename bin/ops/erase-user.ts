import { closeAccount } from "#lambdas/areas/auth/close-account.ts";
import { forgetBrowsers } from "#lambdas/areas/auth/known-browsers.ts";
import { openDeletingUsers } from "#lambdas/areas/auth/open-deleting-users.ts";
import { forgetSessions } from "#lambdas/areas/auth/sessions.ts";
import { forgetFactors } from "#lambdas/areas/second-factor/forget-factors.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { theOnly } from "../command/stage.ts";
import { openStageTable } from "../command/stage-table.ts";
import { requireAccount, requireUserId } from "../identity/require-account.ts";
import { requireNoOpenPayments } from "../identity/require-no-open-payments.ts";

export const command = defineCommand({
  usage: ["--user <id>"],
  description: [
    "As when owners close their account: what is personal goes, artwork is deleted, and unsold pictures are purged; the pool forgets",
    "the user. Orders keep the names of both sides of a licence, and their receipts, invoices and credit notes addresses and VAT",
    "numbers, for books and certificates are kept by law; comments and reviews",
    "stay without a name. It can't be taken back. A blocked account is unblocked first.",
  ],
  options: { user: { value: "<id>", description: "the account" } },
  async run({ values: { user: id }, isDry, stage, record }) {
    const userId = requireUserId(id);
    const opened = await stage();
    const table = openStageTable(opened);
    const pool = await theOnly(opened, "AWS::Cognito::UserPool", "");
    const user = await requireAccount(table, userId);
    if (user.blockedAt) throw new BadCommand(`${userId} is blocked: unblock it first.`);
    await record("account.erase", userId, async () => {
      if (!user.deactivatedAt) {
        await requireNoOpenPayments(table, user);
        const refused = isDry ? undefined : await closeAccount(table, user, new Date());
        if (refused) throw new BadCommand("The account changed in this very moment: try again.");
      }
      if (isDry) return;
      await openDeletingUsers({ USER_POOL_ID: pool }).delete(userId);
      await forgetBrowsers(table, userId);
      await forgetFactors(table, userId);
      await forgetSessions(table, userId);
    });
    if (isDry) return console.log(`This would erase ${userId}, who shows ${user.shown} artworks. ${NOTHING_DONE}`);
    console.log(`${userId} is erased.`);
  },
});
