import { findOpenTakedowns } from "#lambdas/areas/artwork/takedowns.ts";
import { unblockAccount } from "#lambdas/areas/users/block-account.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { requireUnclosedAccount } from "../identity/require-account.ts";
import { openWithholding } from "../moderation/open-withholding.ts";
import { requireArtwork } from "../moderation/require-artwork.ts";
import { printReporters, requireShownOwner, restoreArtwork } from "../moderation/restore-artwork.ts";

export const command = defineCommand({
  usage: ["--artwork <id>", "--user <id>"],
  description: [
    "What was shown before is shown again. What was reported and taken down stays so when its owner's account is unblocked;",
    "unblocking the artwork closes its takedowns and mails both sides that. Artwork of a blocked account waits for its owner.",
  ],
  options: {
    artwork: { value: "<id>", description: "the artwork" },
    user: { value: "<id>", description: "the account" },
  },
  async run({ values: { artwork, user }, isDry, stage, record }) {
    if (!artwork === !user) throw new BadCommand("Name one: --artwork or --user.");
    const services = await openWithholding(await stage());
    if (artwork) {
      const item = await requireArtwork(services.table, artwork);
      const { artworkId } = item;
      const takedowns = await findOpenTakedowns(services.table, artworkId);
      const takenDown = { services, artwork: item, takedowns };
      if (takedowns.length > 0) await requireShownOwner(takenDown);
      const closed = takedowns.length > 0 ? ", close its takedowns and mail both sides that" : "";
      if (isDry) return console.log(`This would unblock artwork ${artworkId}${closed}. ${NOTHING_DONE}`);
      await record("artwork.unblock", artworkId, () => restoreArtwork(takenDown, new Date()));
      console.log(`Artwork ${artworkId} is no longer blocked.`);
      if (takedowns.length > 0) await printReporters(takenDown);
      return;
    }
    const account = await requireUnclosedAccount(services.table, user);
    const { userId } = account;
    if (isDry) return console.log(`This would unblock ${userId}. ${NOTHING_DONE}`);
    await record("account.unblock", userId, async () => {
      if (!(await unblockAccount(services, account))) throw new BadCommand(`${userId} was closed meanwhile.`);
    });
    console.log(`${userId} is no longer blocked.`);
  },
});
