import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { attempt } from "../../platform/table/transact.ts";
import { returnPreviews, type WithholdServices, withholdPreviews } from "../media/withhold-previews.ts";
import { findUser } from "../users/find-user.ts";
import { UserEntity } from "../users/user.entity.ts";
import { ArtworkEntity } from "./artwork.entity.ts";
import { hiddenKeys, shownKeys } from "./artwork-writes.ts";
import { type ArtworkItem, findArtwork } from "./find-artwork.ts";
import { findVersions } from "./find-versions.ts";

const ATTEMPTS = 5;

/** Counts an owner's visible artwork, whether or not the account is blocked. */
const countShown = (userId: string, change: number) =>
  UserEntity.build(UpdateTransaction)
    .item({ userId, shown: $add(change) })
    .options({ condition: { attr: "deactivatedAt", exists: false } });

const unchanged = (current: ArtworkItem) => ({
  and: [
    { attr: "versionId" as const, eq: current.versionId },
    { attr: "visibility" as const, eq: current.visibility },
    { attr: "deletedAt" as const, exists: false as const },
    ifUnchanged("blocked", current.blocked),
  ],
});

/** Reads an artwork and writes what follows from it, again if it changed in between. False where there is nothing to write. */
async function change(
  table: OpenTable,
  artworkId: string,
  follow: (current: ArtworkItem) => Promise<{ readonly item: object; readonly shown: number } | undefined>,
) {
  for (let tried = 0; tried < ATTEMPTS; tried++) {
    const current = await findArtwork(table, artworkId);
    const wanted = current && !current.deletedAt ? await follow(current) : undefined;
    if (!current || !wanted) return false;
    const failed = await attempt(table, [
      ArtworkEntity.build(UpdateTransaction)
        .item({ artworkId, ...wanted.item })
        .options({ condition: unchanged(current) }),
      ...(wanted.shown === 0 ? [] : [countShown(current.ownerId, wanted.shown)]),
    ]);
    if (failed.length === 0) return true;
  }
  throw new Error(`Artwork ${artworkId} kept changing`);
}

const mediaOf = async (table: OpenTable, artworkId: string) => [
  ...new Set((await findVersions(table, artworkId)).map(({ mediaId }) => mediaId)),
];

/**
 * Hides an artwork from everybody but its owner, who can't show or change it, and takes its previews from the site and the edge.
 * Licences stay as they are, and so does the file that was bought. Safe to repeat.
 */
export async function blockArtwork(services: WithholdServices, artworkId: string, by: "account" | "artwork") {
  const { table } = services;
  await change(table, artworkId, async ({ blocked, shownBefore, visibility }) => {
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
  await change(table, artworkId, async (current) => {
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
