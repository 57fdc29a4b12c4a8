import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { type Readable, requireWhole } from "../../platform/table/readable.ts";
import { attempt } from "../../platform/table/transact.ts";
import { UserEntity } from "../users/user.entity.ts";
import { ArtworkEntity } from "./artwork.entity.ts";
import { parseOwnerId } from "./artwork-lists.ts";
import { type ArtworkItem, findReadableArtwork } from "./find-artwork.ts";

const ATTEMPTS = 5;

/** Changes the owner's count of visible artwork, even of a blocked account. */
const changeShownCount = (userId: string, change: number) =>
  UserEntity.build(UpdateTransaction)
    .item({ userId, shown: $add(change) })
    .options({ condition: { attr: "deactivatedAt", exists: false } });

/** Condition that the artwork's readable attributes didn't change; malformed ones can't be part of it. */
const buildUnchangedCondition = ({ parts, unreadable }: Readable<ArtworkItem>) => {
  const isKnown = (attr: keyof ArtworkItem) => !unreadable || parts[attr] !== undefined;
  return {
    and: [
      { attr: "deletedAt" as const, exists: false as const },
      ...(isKnown("versionId") ? [ifUnchanged("versionId", parts.versionId)] : []),
      ...(isKnown("card") ? [ifUnchanged("card.flagged", parts.card?.flagged)] : []),
      ...(isKnown("visibility") ? [ifUnchanged("visibility", parts.visibility)] : []),
      ...(isKnown("blocked") ? [ifUnchanged("blocked", parts.blocked)] : []),
    ],
  };
};

/** The owner of an artwork; if the attribute is missing, from its list's key. */
export const findOwnerId = ({ ownerId, ofOwner }: Partial<ArtworkItem>) => ownerId ?? parseOwnerId(ofOwner);

/**
 * Reads an artwork as far as it is readable and writes the change that `computeChange` returns, retrying after concurrent
 * writes. False if there is no such artwork. Throws UnreadableItem where a malformed attribute is needed.
 */
export async function changeArtwork(
  table: OpenTable,
  artworkId: string,
  computeChange: (
    current: Readable<ArtworkItem>,
  ) => Promise<{ readonly item: object; readonly shown: number } | undefined>,
) {
  let unreadable: Error | undefined;
  for (let tried = 0; tried < ATTEMPTS; tried++) {
    const current = await findReadableArtwork(table, artworkId);
    const artworkUpdate = current && !current.parts.deletedAt ? await computeChange(current) : undefined;
    if (!current || !artworkUpdate) return false;
    unreadable = current.unreadable;
    const ownerId = findOwnerId(current.parts);
    const failed = await attempt(table, [
      ArtworkEntity.build(UpdateTransaction)
        .item({ artworkId, ...artworkUpdate.item })
        .options({ condition: buildUnchangedCondition(current) }),
      ...(artworkUpdate.shown === 0 || !ownerId ? [] : [changeShownCount(ownerId, artworkUpdate.shown)]),
    ]);
    if (failed.length === 0) return true;
  }
  throw unreadable ?? new Error(`Gave up after repeated concurrent changes of artwork ${artworkId}`);
}

/** Sets or clears the operators' mature mark; the artist's own mark is unchanged. Safe to repeat. */
export const flagMature = (table: OpenTable, artworkId: string, isFlagged: boolean) =>
  changeArtwork(table, artworkId, async (current) => {
    const { flagged } = current.parts.card ?? requireWhole(current).card;
    if ((flagged === true) === isFlagged) return undefined;
    return { item: { card: { flagged: isFlagged ? true : $remove() } }, shown: 0 };
  });
