import type { Readable } from "../../platform/table/readable.ts";
import { requireWhole } from "../../platform/table/readable.ts";
import { attempt, type Write } from "../../platform/table/transact.ts";
import type { WithholdServices } from "../media/withhold-previews.ts";
import { blockArtwork } from "./block-artwork.ts";
import { getTitle } from "./cards.ts";
import { findOwnerId } from "./change-artwork.ts";
import type { ArtworkItem } from "./find-artwork.ts";
import { buildTakedown, type NewTakedown } from "./takedowns.ts";

/** The owner and title of an artwork. Throws UnreadableItem where its owner can't be read. */
export function getTakedownSubject(artworkId: string, artwork: Readable<ArtworkItem>) {
  const { parts } = artwork;
  const ownerId = findOwnerId(parts) ?? requireWhole(artwork).ownerId;
  return { artworkId, ownerId, title: parts.card ? getTitle({ card: parts.card }) : artworkId };
}

/**
 * Blocks the artwork, then stores its takedown together with the other writes; the stream mails both sides. False if a
 * condition of the other writes wasn't met. Safe to repeat.
 */
export async function takeDownArtwork(
  services: WithholdServices,
  takedown: NewTakedown,
  others: readonly Write[] = [],
): Promise<boolean> {
  await blockArtwork(services, takedown.artworkId, "artwork");
  const failed = await attempt(services.table, [buildTakedown(takedown), ...others]);
  return failed.length === 0;
}
