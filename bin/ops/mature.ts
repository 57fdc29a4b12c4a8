import { flagMature } from "#lambdas/areas/artwork/change-artwork.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { openStageTable } from "../command/stage-table.ts";
import { requireReadableArtwork } from "../moderation/require-artwork.ts";

export const command = defineCommand({
  usage: ["mark --artwork <id>", "unmark --artwork <id>"],
  description: [
    "Pictures of marked artwork are veiled until a visitor asks for them; link previews, embeds and sitemaps leave them out.",
    "Its artist can't take this mark away. `unmark` leaves the artist's own mark as it is.",
  ],
  options: { artwork: { value: "<id>", description: "the artwork" } },
  async run({ words, values: { artwork = "" }, isDry, stage, record }) {
    const [verb = ""] = words;
    if (words.length !== 1 || !["mark", "unmark"].includes(verb)) throw new BadCommand("Say mark or unmark.");
    const table = openStageTable(await stage());
    const { artworkId } = await requireReadableArtwork(table, artwork);
    if (isDry) return console.log(`This would ${verb} artwork ${artworkId}. ${NOTHING_DONE}`);
    const isMarked = verb === "mark";
    const event = isMarked ? "artwork.mark_mature" : "artwork.unmark_mature";
    await record(event, artworkId, () => flagMature(table, artworkId, isMarked));
    console.log(`Artwork ${artworkId} is ${isMarked ? "marked as mature" : "no longer marked by operators"}.`);
  },
});
