import { blockArtwork } from "#lambdas/areas/artwork/block-artwork.ts";
import { blockAccount } from "#lambdas/areas/users/block-account.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { requireAccountNotClosed } from "../identity/require-account.ts";
import { openWithholdServices } from "../moderation/open-withhold-services.ts";
import { requireReadableArtwork } from "../moderation/require-artwork.ts";

export const command = defineCommand({
  usage: ["--artwork <id>", "--user <id> --reason <text> --rule <text>"],
  description: [
    "A blocked artwork is hidden and not for sale, and its pictures are removed from the site and CloudFront. Buyers keep access.",
    "Its owner isn't told, so that a report can be read meanwhile: takedown hides it for good, with the reason.",
    "A blocked account is logged out everywhere and can't log in; its name, profile and artwork are hidden. Its owner is emailed.",
    "If a run is interrupted, run it again.",
  ],
  options: {
    artwork: { value: "<id>", description: "the artwork" },
    user: { value: "<id>", description: "the account" },
    reason: { value: "<text>", description: "the reason, as sent to the account's owner" },
    rule: { value: "<text>", description: "the section of the terms, or the law, as sent to the account's owner" },
  },
  async run({ values: { artwork, user, reason = "", rule = "" }, isDry, stage, record }) {
    if (!artwork === !user) throw new CommandError("Pass either --artwork or --user.");
    const services = await openWithholdServices(await stage());
    if (artwork) {
      const { artworkId } = await requireReadableArtwork(services.table, artwork);
      if (isDry) return console.log(`This would block artwork ${artworkId}. ${NOTHING_DONE}`);
      await record("artwork.block", artworkId, () => blockArtwork(services, artworkId, "artwork"));
      return console.log(`Artwork ${artworkId} is blocked.`);
    }
    if (!reason.trim() || !rule.trim()) throw new CommandError("--reason and --rule are required.");
    const account = await requireAccountNotClosed(services.table, user);
    const { userId, shown } = account;
    if (isDry) return console.log(`This would block ${userId}, with ${shown} visible artworks. ${NOTHING_DONE}`);
    await record("account.block", userId, async () => {
      if (!(await blockAccount(services, account, { at: new Date(), reason, rule }))) {
        throw new CommandError("The account was changed concurrently. Try again.");
      }
    });
    console.log(`${userId} is blocked.`);
  },
});
