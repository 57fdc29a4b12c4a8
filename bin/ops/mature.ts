import { flagMature } from "#lambdas/areas/artwork/change-artwork.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openStageTable } from "../command/stage-table.ts";
import { requireReadableArtwork } from "../moderation/require-artwork.ts";

export const command = defineCommand({
  usage: ["mark --artwork <id>", "unmark --artwork <id>"],
  description: [
    "Marked artwork is hidden behind a mature-content warning and left out of link previews, embeds and sitemaps.",
    "Artists can't remove an operator's mark; `unmark` doesn't remove the artist's own.",
  ],
  options: { artwork: { value: "<id>", description: "the artwork" } },
  async run({ positionals, values: { artwork = "" }, isDry, stage, record }) {
    const [subcommand = ""] = positionals;
    if (positionals.length !== 1 || !["mark", "unmark"].includes(subcommand))
      throw new CommandError('Expected "mark" or "unmark".');
    const table = openStageTable(await stage());
    const { artworkId } = await requireReadableArtwork(table, artwork);
    if (isDry) return console.log(`This would ${subcommand} artwork ${artworkId}. ${NOTHING_DONE}`);
    const isMarked = subcommand === "mark";
    const event = isMarked ? "artwork.mark_mature" : "artwork.unmark_mature";
    await record(event, artworkId, () => flagMature(table, artworkId, isMarked));
    console.log(`Artwork ${artworkId} is ${isMarked ? "marked as mature" : "no longer marked by operators"}.`);
  },
});
