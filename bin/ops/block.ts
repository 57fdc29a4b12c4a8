import { blockArtwork } from "#lambdas/areas/artwork/block-artwork.ts";
import { blockAccount } from "#lambdas/areas/users/block-account.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { requireUnclosedAccount } from "../identity/require-account.ts";
import { openWithholding } from "../moderation/open-withholding.ts";
import { requireReadableArtwork } from "../moderation/require-artwork.ts";

export const command = defineCommand({
  usage: ["--artwork <id>", "--user <id>"],
  description: [
    "A blocked artwork is shown and sold to nobody, and its pictures leave the site and the edge; who bought it keeps what they bought.",
    "A blocked account is logged out everywhere at once and can't log in; its name, its page and its artwork are shown to nobody.",
    "A run that ended halfway is started again.",
  ],
  options: {
    artwork: { value: "<id>", description: "the artwork" },
    user: { value: "<id>", description: "the account" },
  },
  async run({ values: { artwork, user }, isDry, stage, record }) {
    if (!artwork === !user) throw new BadCommand("Name one: --artwork or --user.");
    const services = await openWithholding(await stage());
    if (artwork) {
      const { artworkId } = await requireReadableArtwork(services.table, artwork);
      if (isDry) return console.log(`This would block artwork ${artworkId}. ${NOTHING_DONE}`);
      await record("artwork.block", artworkId, () => blockArtwork(services, artworkId, "artwork"));
      return console.log(`Artwork ${artworkId} is blocked.`);
    }
    const account = await requireUnclosedAccount(services.table, user);
    const { userId, shown } = account;
    if (isDry) return console.log(`This would block ${userId}, who shows ${shown} artworks. ${NOTHING_DONE}`);
    await record("account.block", userId, async () => {
      if (!(await blockAccount(services, account, new Date()))) {
        throw new BadCommand("The account changed in this very moment: try again.");
      }
    });
    console.log(`${userId} is blocked.`);
  },
});
