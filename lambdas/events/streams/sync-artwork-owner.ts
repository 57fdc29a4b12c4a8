import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import { queryOfOwner } from "../../areas/artwork/artwork-lists.ts";
import { buildDeletion } from "../../areas/artwork/artwork-writes.ts";
import { toOwnerCard } from "../../areas/artwork/cards.ts";
import type { ArtworkItem } from "../../areas/artwork/find-artwork.ts";
import { findUser, type User } from "../../areas/users/find-user.ts";
import { conditionHeld, ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";

const AT_ONCE = 10;

/**
 * Updates the owner in all of their artwork; deletes a closed account's artwork. The list may lag, so every artwork is
 * written, whatever the list contains.
 */
export async function syncOwner(table: OpenTable, ownerId: string, now: Date) {
  const owner = await findUser(table, ownerId);
  if (!owner) return;
  const limit = 100;
  let cursor: string | undefined;
  do {
    const page = await queryOfOwner(table, ownerId, { cursor, limit });
    for (let at = 0; at < page.length; at += AT_ONCE) {
      await Promise.all(page.slice(at, at + AT_ONCE).map(({ artworkId }) => syncArtwork(table, artworkId, owner, now)));
    }
    cursor = page.length === limit ? page.at(-1)?.artworkId : undefined;
  } while (cursor);
}

/** Updates the owner in newly published artwork, unless it changed meanwhile. */
export async function syncNewArtwork(table: OpenTable, artwork: Published, now: Date) {
  const owner = await findUser(table, artwork.ownerId);
  const isSame = artwork.card.ownerAvatar === owner?.avatarKey && artwork.card.ownerFullName === owner?.fullName;
  if (!owner || (!owner.deactivatedAt && isSame)) return;
  await syncArtwork(table, artwork.artworkId, owner, now, artwork);
}

type Published = Pick<ArtworkItem, "artworkId" | "ownerId" | "card">;

async function syncArtwork(table: OpenTable, artworkId: string, owner: User, now: Date, asRead?: Published) {
  if (owner.deactivatedAt) return removeArtwork(table, artworkId, now);
  const unchanged = asRead
    ? [
        ifUnchanged("card.ownerAvatar", asRead.card.ownerAvatar),
        ifUnchanged("card.ownerFullName", asRead.card.ownerFullName),
      ]
    : [];
  const write = ArtworkEntity.build(UpdateItemCommand)
    .item({ artworkId, card: { ...toOwnerCard(owner), ownerAvatar: owner.avatarKey ?? $remove() } })
    .options({ condition: { and: [{ attr: "deletedAt", exists: false }, ...unchanged] } });
  await conditionHeld(table.send(write));
}

/** Deleted like any artwork, so that unsold media is deleted too, and without its owner's names. */
async function removeArtwork(table: OpenTable, artworkId: string, now: Date) {
  const write = ArtworkEntity.build(UpdateItemCommand)
    .item({
      ...buildDeletion(artworkId, now),
      card: { ownerName: $remove(), ownerFullName: $remove(), ownerAvatar: $remove() },
    })
    .options({ condition: { attr: "deletedAt", exists: false } });
  await conditionHeld(table.send(write));
}
