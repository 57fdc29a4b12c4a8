import { v7 as uuidv7 } from "uuid";
import { setMatureMark } from "#lambdas/areas/cases/mature-mark.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openStageTable } from "../command/stage-table.ts";
import { requireReadableArtwork } from "../moderation/require-artwork.ts";

export const command = defineCommand({
  usage: ["mark --artwork <id> --reason <text> --rule <text>", "unmark --artwork <id> --reason <text>"],
  description: [
    "Marked artwork is hidden behind a mature-content warning and left out of link previews, embeds and sitemaps.",
    "Artists can't remove an operator's mark; `unmark` doesn't remove the artist's own. The owner is emailed.",
  ],
  options: {
    artwork: { value: "<id>", description: "the artwork" },
    reason: { value: "<text>", description: "the reason; of a mark, as sent to the owner" },
    rule: { value: "<text>", description: "the section of the terms, or the law, as sent to the owner" },
  },
  async run({ positionals, values: { artwork = "", reason = "", rule }, isDry, stage, record }) {
    const [subcommand = ""] = positionals;
    if (positionals.length !== 1 || !["mark", "unmark"].includes(subcommand))
      throw new CommandError('Expected "mark" or "unmark".');
    const isMarked = subcommand === "mark";
    if (!reason.trim() || (isMarked && !rule?.trim()))
      throw new CommandError(isMarked ? "--reason and --rule are required." : "--reason is required.");
    const table = openStageTable(await stage());
    const { artworkId } = await requireReadableArtwork(table, artwork);
    if (isDry) return console.log(`This would ${subcommand} artwork ${artworkId}. ${NOTHING_DONE}`);
    const event = isMarked ? "artwork.mark_mature" : "artwork.unmark_mature";
    await record(event, artworkId, () =>
      setMatureMark(table, { artworkId, isMarked, caseId: uuidv7(), at: new Date(), reason, rule }),
    );
    console.log(`Artwork ${artworkId} is ${isMarked ? "marked as mature" : "no longer marked by operators"}.`);
  },
});
