import { setTimeout as sleep } from "node:timers/promises";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { forEachConcurrently } from "../../platform/runtime/for-each-concurrently.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import { INDEX_LAG } from "../../platform/table/indexes.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { queryIdsOfOwner } from "../artwork/artwork-lists.ts";
import { blockArtwork, unblockArtwork } from "../artwork/block-artwork.ts";
import { endSessions } from "../auth/end-sessions.ts";
import { uncountFavorites } from "../favorites/uncount-favorites.ts";
import type { WithholdServices } from "../media/withhold-previews.ts";
import { findUser, type User } from "./find-user.ts";
import { UserEntity } from "./user.entity.ts";

const FAVORITES_AT_ONCE = 1000;
/** A work's pictures are in memory while they are moved. */
const ARTWORK_AT_ONCE = 4;

/** A block with its statement of reasons for the owner. */
interface Block {
  readonly at: Date;
  readonly reason: string;
  /** The section of the terms, or the law. */
  readonly rule: string;
}

/**
 * Ends an account's sessions, prevents log-in and visibility, removes its favourites from the weekly list for good, and
 * blocks its artwork. False if the account changed since it was read. Repeat it after an interruption.
 */
export async function blockAccount(services: WithholdServices, user: User, block: Block) {
  if (!(await markBlocked(services.table, user, block))) return false;
  await hideBlockedAccount(services, user, block.at);
  return true;
}

/** The first step of a block, after which the account can publish nothing more; the stream mails its owner. */
async function markBlocked(table: OpenTable, user: User, { at, ...statement }: Block) {
  if (user.blockedAt) return true;
  const write = endSessions(user, epochSeconds(at), { block: { at: at.toISOString(), ...statement } });
  return (await transact(table, [{ write, failure: "forbidden" }])) === undefined;
}

/** The second step, which takes as long as the account has artwork and favourites. */
async function hideBlockedAccount(services: WithholdServices, { userId }: User, at: Date) {
  while ((await uncountFavorites(services.table, userId, at, FAVORITES_AT_ONCE)) > 0);
  await blockAllArtwork(services, userId);
}

/** Blocks listed artwork until the account's count of visible artwork is zero: the list is an index and may lag. */
async function blockAllArtwork(services: WithholdServices, userId: string) {
  const { table } = services;
  const blocked = new Set<string>();
  for (let waited = 0; ; waited++) {
    const listed = (await queryIdsOfOwner(table, userId)).filter((artworkId) => !blocked.has(artworkId));
    await forEachConcurrently(listed, ARTWORK_AT_ONCE, (artworkId) => blockArtwork(services, artworkId, "account"));
    for (const artworkId of listed) blocked.add(artworkId);
    const { shown = 0 } = (await findUser(table, userId)) ?? {};
    if (shown <= 0) return;
    if (waited === INDEX_LAG)
      throw new Error(
        `${userId} still has ${shown} visible artworks that the index doesn't list: block the account again`,
      );
    await sleep(1000);
  }
}

/** Allows log-in again and restores the former visibility. False if the account was closed meanwhile. Safe to repeat. */
export async function unblockAccount(services: WithholdServices, user: User, reason: string) {
  if (!(await markUnblocked(services.table, user, reason))) return false;
  await showUnblockedArtwork(services, user);
  return true;
}

/** The first step of the end of a block; the stream mails the owner. False if the account was closed meanwhile. */
function markUnblocked(table: OpenTable, { userId, blockStatement }: User, endReason: string) {
  const write = UserEntity.build(UpdateItemCommand)
    // Older blocks have no statement.
    .item({
      userId,
      blockedAt: $remove(),
      blockStatement: $set({ reason: "", rule: "", ...blockStatement, endReason }),
    })
    .options({
      condition: {
        and: [
          { attr: "name", exists: true },
          { attr: "deactivatedAt", exists: false },
        ],
      },
    });
  return conditionHeld(table.send(write));
}

/** The second step, which takes as long as the account has artwork. */
async function showUnblockedArtwork(services: WithholdServices, { userId }: User) {
  const artworkIds = await queryIdsOfOwner(services.table, userId);
  await forEachConcurrently(artworkIds, ARTWORK_AT_ONCE, (artworkId) => unblockArtwork(services, artworkId, "account"));
}
