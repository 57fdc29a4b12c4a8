import { setTimeout as sleep } from "node:timers/promises";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import { INDEX_LAG } from "../../platform/table/indexes.ts";
import { transact } from "../../platform/table/transact.ts";
import { queryIdsOfOwner } from "../artwork/artwork-lists.ts";
import { blockArtwork, unblockArtwork } from "../artwork/block-artwork.ts";
import { endSessions } from "../auth/end-sessions.ts";
import { uncountFavorites } from "../favorites/uncount-favorites.ts";
import type { WithholdServices } from "../media/withhold-previews.ts";
import { findUser, type User } from "./find-user.ts";
import { UserEntity } from "./user.entity.ts";

const FAVORITES_AT_ONCE = 1000;

/**
 * Ends an account's sessions, prevents log-in and visibility, removes its favourites from the weekly list for good, and
 * blocks its artwork. False if the account changed since it was read. Repeat it after an interruption.
 */
export async function blockAccount(services: WithholdServices, user: User, at: Date) {
  const { table } = services;
  if (!user.blockedAt) {
    const write = endSessions(user, epochSeconds(at), { blockedAt: at.toISOString() });
    // From here on the account can publish nothing more.
    if (await transact(table, [{ write, failure: "forbidden" }])) return false;
  }
  while ((await uncountFavorites(table, user.userId, at, FAVORITES_AT_ONCE)) > 0);
  await blockAllArtwork(services, user.userId);
  return true;
}

/** Blocks listed artwork until the account's count of visible artwork is zero: the list is an index and may lag. */
async function blockAllArtwork(services: WithholdServices, userId: string) {
  const { table } = services;
  const blocked = new Set<string>();
  for (let waited = 0; ; waited++) {
    const listed = (await queryIdsOfOwner(table, userId)).filter((artworkId) => !blocked.has(artworkId));
    for (const artworkId of listed) {
      await blockArtwork(services, artworkId, "account");
      blocked.add(artworkId);
    }
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
export async function unblockAccount(services: WithholdServices, { userId }: User) {
  const { table } = services;
  const write = UserEntity.build(UpdateItemCommand)
    .item({ userId, blockedAt: $remove() })
    .options({
      condition: {
        and: [
          { attr: "name", exists: true },
          { attr: "deactivatedAt", exists: false },
        ],
      },
    });
  if (!(await conditionHeld(table.send(write)))) return false;
  for (const artworkId of await queryIdsOfOwner(table, userId)) {
    await unblockArtwork(services, artworkId, "account");
  }
  return true;
}
