import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { returnPreviews, type WithholdServices, withholdPreviews } from "../media/withhold-previews.ts";
import { findUser } from "../users/find-user.ts";
import { hiddenKeys, shownKeys } from "./artwork-writes.ts";
import { changeArtwork } from "./change-artwork.ts";
import { findArtwork } from "./find-artwork.ts";
import { findVersions } from "./find-versions.ts";

const mediaOf = async (table: OpenTable, artworkId: string) => [
  ...new Set((await findVersions(table, artworkId)).map(({ mediaId }) => mediaId)),
];

/**
 * Hides an artwork from everybody but its owner, who can't show or change it, and takes its previews from the site and the edge.
 * Licences stay as they are, and so does the file that was bought. Safe to repeat.
 */
export async function blockArtwork(services: WithholdServices, artworkId: string, by: "account" | "artwork") {
  const { table } = services;
  await changeArtwork(table, artworkId, async ({ blocked, shownBefore, visibility }) => {
    // Artwork that was blocked itself stays hidden when its owner's account is unblocked.
    if (blocked === "artwork" || blocked === by) return undefined;
    const wasShown = blocked ? shownBefore === true : visibility === "visible";
    const item = { visibility: "invisible" as const, ...hiddenKeys(), blocked: by, shownBefore: wasShown };
    return { item, shown: visibility === "visible" ? -1 : 0 };
  });
  await withholdPreviews(await mediaOf(table, artworkId), services);
}

/** Shows it again, if it was visible before. Where its owner's account is blocked it waits for that. Safe to repeat. */
export async function unblockArtwork(services: WithholdServices, artworkId: string, by: "account" | "artwork") {
  const { table } = services;
  let isHeld = false;
  await changeArtwork(table, artworkId, async (current) => {
    if (current.blocked !== by) return undefined;
    isHeld = (await findUser(table, current.ownerId))?.blockedAt !== undefined;
    if (isHeld) return { item: { blocked: "account" }, shown: 0 };
    const isShown = current.shownBefore === true;
    const item = {
      blocked: $remove(),
      shownBefore: $remove(),
      ...(isShown ? { visibility: "visible" as const, ...shownKeys(current) } : {}),
    };
    return { item, shown: isShown ? 1 : 0 };
  });
  const blocked = (await findArtwork(table, artworkId))?.blocked;
  if (!isHeld && !blocked) await returnPreviews(await mediaOf(table, artworkId), services);
}
