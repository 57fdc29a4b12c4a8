import type { WithholdServices } from "../media/withhold-previews.ts";
import { unblockArtwork } from "./block-artwork.ts";
import { recordRestored, type Takedown } from "./takedowns.ts";

/** Unblocks the artwork and closes its takedowns; the table's stream then notifies both parties. */
export async function restoreArtwork(
  services: WithholdServices,
  artworkId: string,
  takedowns: readonly Takedown[],
  at: Date,
) {
  // Restored before anyone is notified, so that an interrupted run can be repeated.
  await unblockArtwork(services, artworkId, "artwork");
  await recordRestored(services.table, takedowns, at);
}
