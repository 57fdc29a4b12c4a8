import { v7 as uuidv7 } from "uuid";
import { blockArtwork } from "#lambdas/areas/artwork/block-artwork.ts";
import { getTakedownSubject, takeDownArtwork } from "#lambdas/areas/artwork/take-down-artwork.ts";
import { findOpenTakedowns } from "#lambdas/areas/artwork/takedowns.ts";
import { findReportersNotice } from "#lambdas/areas/support/find-notice.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openWithholdServices } from "../moderation/open-withhold-services.ts";
import { requireArtworkId, requireReadableArtwork } from "../moderation/require-artwork.ts";

export const command = defineCommand({
  usage: ["--link <url> --reason <text> --reporter <reference> [--rule <text>]"],
  description: [
    "Blocks the artwork and emails the reason to its owner and a confirmation to the reporter. The reporter's identity isn't disclosed.",
  ],
  options: {
    link: { value: "<url>", description: "the reported URL, as in the notice" },
    reason: { value: "<text>", description: "the reason, as sent to the owner" },
    rule: { value: "<text>", description: "the section of the terms, or the law, as sent to the owner" },
    reporter: {
      value: "<reference>",
      description: '"notice <number>", or another reference to the report; no name or email address',
    },
  },
  async run({ values: { link, reason = "", reporter = "", rule }, isDry, stage, record }) {
    if (!link || !reason.trim() || !reporter.trim()) {
      throw new CommandError("--link, --reason and --reporter are required.");
    }
    if (reporter.includes("@")) throw new CommandError("--reporter takes a reference, not an email address.");
    const resolvedStage = await stage();
    const services = await openWithholdServices(resolvedStage);
    const artwork = await requireReadableArtwork(
      services.table,
      requireArtworkId(link, resolvedStage.output("SiteOrigin")),
    );
    const { artworkId } = artwork;
    const notice = await findReportersNotice(services.table, reporter);
    if (notice && new URL(notice.href).pathname !== `/artwork/${artworkId}`) {
      throw new CommandError(`Notice ${notice.noticeId} is about ${notice.href}.`);
    }
    if (isDry) return console.log(`This would take down artwork ${artworkId}. ${NOTHING_DONE}`);
    await record("artwork.take_down", artworkId, async () => {
      // An interrupted run can be repeated; another report is stored too, and its reporter is notified.
      const open = await findOpenTakedowns(services.table, artworkId);
      if (open.some((takedown) => takedown.reporter === reporter)) return blockArtwork(services, artworkId, "artwork");
      const subject = getTakedownSubject(artworkId, artwork);
      await takeDownArtwork(services, { ...subject, takedownId: uuidv7(), reason, reporter, rule });
    });
    const notified = notice
      ? "the owner and the reporter are notified"
      : "the owner is notified; notify the reporter manually";
    console.log(`Artwork ${artworkId} is taken down, and ${notified}.`);
  },
});
