import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { requireWhole } from "../../platform/table/readable.ts";
import { reportUnreadable } from "../../platform/table/unreadable.ts";
import { restorePreviews, type WithholdServices, withholdPreviews } from "../media/withhold-previews.ts";
import { findUser } from "../users/find-user.ts";
import { buildHiddenKeys, buildShownKeys } from "./artwork-writes.ts";
import { changeArtwork } from "./change-artwork.ts";
import { findReadableArtwork } from "./find-artwork.ts";
import { findReadableVersions } from "./find-versions.ts";

/** Ids of every version's upload; a version without one is reported. */
async function listMediaIds(table: OpenTable, artworkId: string) {
  const versions = await findReadableVersions(table, artworkId);
  const artwork = await findReadableArtwork(table, artworkId);
  const ids = [...versions, ...(artwork ? [artwork] : [])].flatMap(({ parts: { mediaId }, unreadable }) => {
    if (!mediaId && unreadable) reportUnreadable(unreadable);
    return mediaId ?? [];
  });
  return [...new Set(ids)];
}

/**
 * Hides an artwork from everybody but its owner, who can't show or edit it, and removes its previews from the site and the
 * edge. Licences and sold files stay. Works for malformed artwork too. Safe to repeat.
 */
export async function blockArtwork(services: WithholdServices, artworkId: string, cause: "account" | "artwork") {
  const { table } = services;
  await changeArtwork(table, artworkId, async ({ parts: { blocked, shownBefore, visibility, newest } }) => {
    // Artwork that was blocked itself stays hidden when its owner's account is unblocked.
    if (blocked === "artwork" || blocked === cause) return undefined;
    const isShown = visibility === undefined ? newest !== undefined : visibility === "visible";
    const wasShown = blocked ? shownBefore === true : isShown;
    const item = { visibility: "invisible" as const, ...buildHiddenKeys(), blocked: cause, shownBefore: wasShown };
    return { item, shown: isShown ? -1 : 0 };
  });
  await withholdPreviews(await listMediaIds(table, artworkId), services);
}

/** Shows the artwork again if it was visible before; waits while its owner's account is blocked. Safe to repeat. */
export async function unblockArtwork(services: WithholdServices, artworkId: string, cause: "account" | "artwork") {
  const { table } = services;
  let isHeld = false;
  await changeArtwork(table, artworkId, async (readable) => {
    const current = requireWhole(readable);
    if (current.blocked !== cause) return undefined;
    isHeld = (await findUser(table, current.ownerId))?.blockedAt !== undefined;
    if (isHeld) return { item: { blocked: "account" }, shown: 0 };
    const isShown = current.shownBefore === true;
    const item = {
      blocked: $remove(),
      shownBefore: $remove(),
      ...(isShown ? { visibility: "visible" as const, ...buildShownKeys(current) } : {}),
    };
    return { item, shown: isShown ? 1 : 0 };
  });
  const blocked = (await findReadableArtwork(table, artworkId))?.parts.blocked;
  if (!isHeld && !blocked) await restorePreviews(await listMediaIds(table, artworkId), services);
}
