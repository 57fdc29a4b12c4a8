import { unblockArtwork } from "#lambdas/areas/artwork/block-artwork.ts";
import type { ArtworkItem } from "#lambdas/areas/artwork/find-artwork.ts";
import { type findOpenTakedowns, recordRestored } from "#lambdas/areas/artwork/takedowns.ts";
import type { WithholdServices } from "#lambdas/areas/media/withhold-previews.ts";
import { findReportersNotice } from "#lambdas/areas/support/find-notice.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { BadCommand } from "../command/bad-command.ts";

export interface TakenDown {
  readonly services: WithholdServices;
  readonly artwork: ArtworkItem;
  readonly takedowns: Awaited<ReturnType<typeof findOpenTakedowns>>;
}

/** Prints the reporters that the operator has to inform, since no report with an address is kept. */
export async function printReporters({ services, takedowns }: Pick<TakenDown, "services" | "takedowns">) {
  console.log("Its owner is told, and who sent a notice that is kept.");
  for (const { reporter } of takedowns) {
    if (!(await findReportersNotice(services.table, reporter)))
      console.log(`Tell who reported it yourself: ${reporter}`);
  }
}

/** Throws if the artwork would stay hidden because its owner's account is blocked: the mails say that it is visible again. */
export async function requireShownOwner({ services, artwork }: Pick<TakenDown, "services" | "artwork">) {
  const owner = await findUser(services.table, artwork.ownerId);
  if (owner?.blockedAt) throw new BadCommand("Its owner's account is blocked: nobody would see it.");
}

/** Shows the artwork again and closes its takedowns; the stream notifies both sides. */
export async function restoreArtwork({ services, artwork: { artworkId }, takedowns }: TakenDown, at: Date) {
  // Restored before anyone is notified, so that an interrupted run can be repeated.
  await unblockArtwork(services, artworkId, "artwork");
  await recordRestored(services.table, takedowns, at);
}
