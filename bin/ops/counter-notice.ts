import { unblockArtwork } from "#lambdas/areas/artwork/block-artwork.ts";
import { findOpenTakedowns, recordAnswer } from "#lambdas/areas/artwork/takedowns.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { openWithholding } from "../moderation/open-withholding.ts";
import { artworkIdIn, requireArtwork } from "../moderation/require-artwork.ts";

export const command = defineCommand({
  usage: ["--link <address> --answer <text>"],
  description: ["The answer is kept with the reason, the artwork is shown as before, and its owner is mailed that."],
  options: {
    link: { value: "<address>", description: "the artwork that was taken down" },
    answer: { value: "<text>", description: "what its owner answered" },
  },
  async run({ values: { link, answer = "" }, isDry, stage, record }) {
    if (!link || !answer.trim()) throw new BadCommand("A counter-notice needs both: --link and --answer.");
    const opened = await stage();
    const services = await openWithholding(opened);
    const { artworkId } = await requireArtwork(services.table, artworkIdIn(link, opened.output("SiteOrigin")));
    const takedowns = await findOpenTakedowns(services.table, artworkId);
    if (takedowns.length === 0) throw new BadCommand(`Artwork ${artworkId} isn't taken down.`);
    for (const { reason, reporter } of takedowns) console.log(`Taken down because: ${reason} (${reporter})`);
    if (isDry) return console.log(`This would restore artwork ${artworkId}. ${NOTHING_DONE}`);
    await record("artwork.counter_notice", artworkId, async () => {
      // Restored before the owner is told so: a run that ends in between is started again.
      await unblockArtwork(services, artworkId, "artwork");
      const at = new Date();
      const recorded = await Promise.all(
        takedowns.map((takedown) => recordAnswer(services.table, takedown, answer, at)),
      );
      if (recorded.includes(false)) throw new BadCommand("Somebody else recorded an answer meanwhile.");
    });
    console.log(`Artwork ${artworkId} is restored, and its owner is told.`);
  },
});
