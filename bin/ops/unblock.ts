import { restoreArtwork } from "#lambdas/areas/artwork/restore-artwork.ts";
import { findOpenTakedowns } from "#lambdas/areas/artwork/takedowns.ts";
import { unblockAccount } from "#lambdas/areas/users/block-account.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { requireAccountNotClosed } from "../identity/require-account.ts";
import { openWithholdServices } from "../moderation/open-withhold-services.ts";
import { requireArtwork } from "../moderation/require-artwork.ts";
import { printReportersToNotify, requireOwnerNotBlocked } from "../moderation/takedown-case.ts";

export const command = defineCommand({
  usage: ["--artwork <id>", "--user <id> --reason <text>"],
  description: [
    "Restores the previous visibility. Taken-down artwork stays down when its owner's account is unblocked; unblocking the artwork",
    "closes its takedowns and emails both parties. Artwork of a blocked account stays hidden until the account is unblocked.",
  ],
  options: {
    artwork: { value: "<id>", description: "the artwork" },
    user: { value: "<id>", description: "the account" },
    reason: { value: "<text>", description: "the reason, as sent to the account's owner" },
  },
  async run({ values: { artwork, user, reason = "" }, isDry, stage, record }) {
    if (!artwork === !user) throw new CommandError("Pass either --artwork or --user.");
    const services = await openWithholdServices(await stage());
    if (artwork) {
      const item = await requireArtwork(services.table, artwork);
      const { artworkId } = item;
      const takedowns = await findOpenTakedowns(services.table, artworkId);
      const takedownCase = { services, artwork: item, takedowns };
      if (takedowns.length > 0) await requireOwnerNotBlocked(takedownCase);
      const closed = takedowns.length > 0 ? ", close its takedowns and email both parties" : "";
      if (isDry) return console.log(`This would unblock artwork ${artworkId}${closed}. ${NOTHING_DONE}`);
      await record("artwork.unblock", artworkId, () => restoreArtwork(services, artworkId, takedowns, new Date()));
      console.log(`Artwork ${artworkId} is no longer blocked.`);
      if (takedowns.length > 0) await printReportersToNotify(takedownCase);
      return;
    }
    if (!reason.trim()) throw new CommandError("--reason is required.");
    const account = await requireAccountNotClosed(services.table, user);
    const { userId } = account;
    if (isDry) return console.log(`This would unblock ${userId}. ${NOTHING_DONE}`);
    await record("account.unblock", userId, async () => {
      if (!(await unblockAccount(services, account, reason)))
        throw new CommandError(`${userId} was closed concurrently.`);
    });
    console.log(`${userId} is no longer blocked.`);
  },
});
