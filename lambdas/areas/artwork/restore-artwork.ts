import type { WithholdServices } from "../media/withhold-previews.ts";
import { unblockArtwork } from "./block-artwork.ts";
import { findOpenTakedowns, recordRestored, type Takedown } from "./takedowns.ts";

/** Ends takedowns, and unblocks the artwork unless others are left; the table's stream then notifies both parties. */
export async function restoreArtwork(
  services: WithholdServices,
  artworkId: string,
  takedowns: readonly Takedown[],
  at: Date,
) {
  // Restored before anyone is notified, so that an interrupted run can be repeated.
  const open = await findOpenTakedowns(services.table, artworkId);
  const isLast = open.every(({ takedownId }) => takedowns.some((ended) => ended.takedownId === takedownId));
  if (isLast) await unblockArtwork(services, artworkId, "artwork");
  await recordRestored(services.table, takedowns, at);
}
