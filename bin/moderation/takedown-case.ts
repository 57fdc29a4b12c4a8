import type { ArtworkItem } from "#lambdas/areas/artwork/find-artwork.ts";
import type { findOpenTakedowns } from "#lambdas/areas/artwork/takedowns.ts";
import type { WithholdServices } from "#lambdas/areas/media/withhold-previews.ts";
import { findReportersNotice } from "#lambdas/areas/support/find-notice.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { CommandError } from "../command/command-error.ts";

export interface TakedownCase {
  readonly services: WithholdServices;
  readonly artwork: ArtworkItem;
  readonly takedowns: Awaited<ReturnType<typeof findOpenTakedowns>>;
}

/** Prints the reporters whom the operator has to notify, because no notice with their email address is stored. */
export async function printReportersToNotify({ services, takedowns }: Pick<TakedownCase, "services" | "takedowns">) {
  console.log("The owner and the reporters with a stored notice are notified by email.");
  for (const { reporter } of takedowns) {
    if (!(await findReportersNotice(services.table, reporter)))
      console.log(`Notify this reporter manually: ${reporter}`);
  }
}

/** Throws if the owner's account is blocked: the artwork would stay hidden, but the emails say that it is visible again. */
export async function requireOwnerNotBlocked({ services, artwork }: Pick<TakedownCase, "services" | "artwork">) {
  const owner = await findUser(services.table, artwork.ownerId);
  if (owner?.blockedAt) throw new CommandError("The owner's account is blocked, so the artwork would stay hidden.");
}
