import { v7 as uuidv7 } from "uuid";
import { blockArtwork } from "#lambdas/areas/artwork/block-artwork.ts";
import { getTitle } from "#lambdas/areas/artwork/cards.ts";
import { findOwnerId } from "#lambdas/areas/artwork/change-artwork.ts";
import { findOpenTakedowns, recordTakedown } from "#lambdas/areas/artwork/takedowns.ts";
import { findReportersNotice } from "#lambdas/areas/support/find-notice.ts";
import { requireWhole } from "#lambdas/platform/table/readable.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { openWithholding } from "../moderation/open-withholding.ts";
import { requireArtworkId, requireReadableArtwork } from "../moderation/require-artwork.ts";

export const command = defineCommand({
  usage: ["--link <address> --reason <text> --reporter <reference>"],
  description: [
    "The artwork is blocked, its owner is mailed the reason, and who sent the notice that it was taken down. The owner never learns who.",
  ],
  options: {
    link: { value: "<address>", description: "what was reported, as the notice has it" },
    reason: { value: "<text>", description: "why, as its owner is to read it" },
    reporter: {
      value: "<reference>",
      description: '"notice <number>", or what else leads to who reported it; no name and no address',
    },
  },
  async run({ values: { link, reason = "", reporter = "" }, isDry, stage, record }) {
    if (!link || !reason.trim() || !reporter.trim()) {
      throw new BadCommand("A takedown needs all: --link, --reason and --reporter.");
    }
    if (reporter.includes("@")) throw new BadCommand("--reporter takes a reference, not an address.");
    const opened = await stage();
    const services = await openWithholding(opened);
    const artwork = await requireReadableArtwork(services.table, requireArtworkId(link, opened.output("SiteOrigin")));
    const { artworkId, parts } = artwork;
    const notice = await findReportersNotice(services.table, reporter);
    if (notice && new URL(notice.href).pathname !== `/artwork/${artworkId}`) {
      throw new BadCommand(`Notice ${notice.noticeId} is about ${notice.href}.`);
    }
    if (isDry) return console.log(`This would take artwork ${artworkId} down. ${NOTHING_DONE}`);
    await record("artwork.take_down", artworkId, async () => {
      await blockArtwork(services, artworkId, "artwork");
      // An interrupted run can be repeated; a second report is stored and its reporter mailed too.
      const open = await findOpenTakedowns(services.table, artworkId);
      if (open.some((takedown) => takedown.reporter === reporter)) return;
      const ownerId = findOwnerId(parts) ?? requireWhole(artwork).ownerId;
      const title = parts.card ? getTitle({ card: parts.card }) : artworkId;
      await recordTakedown(services.table, { artworkId, ownerId, title, takedownId: uuidv7(), reason, reporter });
    });
    const notified = notice
      ? "its owner and who reported it are told"
      : "its owner is told; tell who reported it yourself";
    console.log(`Artwork ${artworkId} is taken down, and ${notified}.`);
  },
});
