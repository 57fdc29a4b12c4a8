import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIMITS } from "#shared/limits.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld, ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { attempt } from "../../platform/table/transact.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { type ArtworkItem, isShownTo } from "../artwork/find-artwork.ts";
import { findUser } from "../users/find-user.ts";
import { FollowerNoticeEntity, FollowerNoticeQuotaEntity } from "./follower-notice.entity.ts";

const DAY = 24 * 60 * 60;

/** A notice that isn't over, and where it continues. */
export interface FollowerNotice {
  readonly artworkId: string;
  readonly cursor?: string | undefined;
}

function consumeQuota(artistId: string, now: Date) {
  const day = Math.floor(epochSeconds(now) / DAY);
  return FollowerNoticeQuotaEntity.build(UpdateTransaction)
    .item({ artistId, day: String(day), used: $add(1), expires: (day + 2) * DAY })
    .options({
      condition: {
        or: [
          { attr: "used", exists: false },
          { attr: "used", lt: LIMITS.followed.noticesPerDay },
        ],
      },
    });
}

const QUOTA = 2;

/** The update that ends queueing of the notice by the stream. */
const buildQueueingEnd = (artworkId: string) => ({
  item: { artworkId, unannounced: $remove() },
  condition: {
    and: [
      { attr: "unannounced" as const, exists: true as const },
      { attr: "shownOfOwner" as const, exists: true as const },
    ],
  },
});

/** Starts a notice. Without followers, or beyond the artist's daily quota, there is never one. */
async function begin(
  table: OpenTable,
  { artworkId, ownerId }: ArtworkItem,
  now: Date,
): Promise<FollowerNotice | undefined> {
  const { item: artworkUpdate, condition } = buildQueueingEnd(artworkId);
  const take = ArtworkEntity.build(UpdateTransaction).item(artworkUpdate).options({ condition });
  const started = FollowerNoticeEntity.build(PutTransaction)
    .item({ artworkId })
    .options({ condition: { attr: "isOver", exists: false } });
  const owner = await findUser(table, ownerId);
  const failed = owner?.followers ? await attempt(table, [take, started, consumeQuota(ownerId, now)]) : [QUOTA];
  if (failed.length === 0) return { artworkId };
  if (failed.length === 1 && failed[0] === QUOTA) await attempt(table, [take]);
  return undefined;
}

/**
 * The artwork's notice, started if needed; none if it is finished, not due, or the artwork is hidden: it continues once
 * the artwork is visible again.
 */
export async function openFollowerNotice(
  table: OpenTable,
  artwork: ArtworkItem,
  now: Date,
): Promise<FollowerNotice | undefined> {
  const { artworkId, unannounced } = artwork;
  const get = FollowerNoticeEntity.build(GetItemCommand).key({ artworkId }).options({ consistent: true });
  const { Item } = await table.send(get);
  const isShown = isShownTo(undefined, artwork);
  if (!Item) return unannounced && isShown ? begin(table, artwork, now) : undefined;
  if (isShown && unannounced) {
    const { item: artworkUpdate, condition } = buildQueueingEnd(artworkId);
    await conditionHeld(table.send(ArtworkEntity.build(UpdateItemCommand).item(artworkUpdate).options({ condition })));
  }
  if (Item.isOver) return undefined;
  if (isShown) return Item;
  await waitUntilShown(table, artwork);
  return undefined;
}

/** Makes the stream queue the notice again once the artwork is visible. Throws if it already is. */
async function waitUntilShown(table: OpenTable, { artworkId, deletedAt }: ArtworkItem) {
  if (deletedAt) return;
  const waiting = ArtworkEntity.build(UpdateItemCommand)
    .item({ artworkId, unannounced: true })
    .options({ condition: { attr: "shownOfOwner", exists: false } });
  if (!(await conditionHeld(table.send(waiting)))) throw new Error("The artwork was shown again in the meantime");
}

/**
 * Moves the cursor to the end of a page, or finishes. False if another message already did: of duplicate messages only one
 * continues.
 */
export function advanceFollowerNotice(
  table: OpenTable,
  { artworkId, cursor }: FollowerNotice,
  last: string | undefined,
) {
  const moved = FollowerNoticeEntity.build(UpdateItemCommand)
    .item({ artworkId, cursor: last ?? $remove(), isOver: last === undefined })
    .options({
      condition: {
        and: [{ attr: "isOver", eq: false }, ifUnchanged("cursor", cursor)],
      },
    });
  return conditionHeld(table.send(moved));
}
