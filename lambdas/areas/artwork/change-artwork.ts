import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { attempt } from "../../platform/table/transact.ts";
import { UserEntity } from "../users/user.entity.ts";
import { ArtworkEntity } from "./artwork.entity.ts";
import { flaggedTerms } from "./cards.ts";
import { type ArtworkItem, findArtwork } from "./find-artwork.ts";

const ATTEMPTS = 5;

/** Counts an owner's visible artwork, whether or not the account is blocked. */
const countShown = (userId: string, change: number) =>
  UserEntity.build(UpdateTransaction)
    .item({ userId, shown: $add(change) })
    .options({ condition: { attr: "deactivatedAt", exists: false } });

const unchanged = (current: ArtworkItem) => ({
  and: [
    { attr: "versionId" as const, eq: current.versionId },
    { attr: "terms" as const, eq: current.terms },
    { attr: "visibility" as const, eq: current.visibility },
    { attr: "deletedAt" as const, exists: false as const },
    ifUnchanged("blocked", current.blocked),
  ],
});

/** Reads an artwork and writes what follows from it, again if it changed in between. False where there is nothing to write. */
export async function changeArtwork(
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

/** Sets operators' mark as mature, or takes it away; the artist's own stays. Safe to repeat. */
export const flagMature = (table: OpenTable, artworkId: string, isFlagged: boolean) =>
  changeArtwork(table, artworkId, async (current) => {
    const terms = flaggedTerms(current, isFlagged);
    return terms === current.terms ? undefined : { item: { terms }, shown: 0 };
  });
