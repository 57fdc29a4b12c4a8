import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { countFollow } from "../audience/count-audience.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { findFollow } from "./find-follows.ts";
import { FollowEntity, followLists } from "./follow.entity.ts";

interface FollowKey {
  readonly userId: string;
  readonly artistId: string;
}

const isFollowed = { attr: "list" as const, exists: true };

const buildCountUpdate = (userId: string, count: "followers" | "following", change: 1 | -1) =>
  UserEntity.build(UpdateTransaction).item({ userId, [count]: $add(change) });

/** Starts a follow and counts it on both sides; does nothing if there is one. */
export const addFollow = (
  table: OpenTable,
  { userId, artistId, followId, notify }: FollowKey & { readonly followId: string; readonly notify: boolean },
) =>
  transact(table, [
    {
      write: FollowEntity.build(PutTransaction)
        .item({
          userId,
          artistId,
          followId,
          list: followLists.ofUser(userId),
          ofArtist: followLists.ofArtist(artistId),
          ...(notify ? { notified: followLists.notified(artistId) } : {}),
        })
        .options({ condition: { attr: "list", exists: false } }),
      failure: "done",
    },
    { write: buildCountUpdate(artistId, "followers", 1).options({ condition: OPEN }), failure: "user_not_found" },
    {
      write: buildCountUpdate(userId, "following", 1).options({
        condition: {
          and: [
            OPEN,
            {
              or: [
                { attr: "following", exists: false },
                { attr: "following", lt: LIMITS.followed.max },
              ],
            },
          ],
        },
      }),
      failure: "too_many_followed",
    },
    countFollow({ artistId, followId }, 1),
  ]);

/** Condition that the follow is the one that was read, because the day on which it counts depends on it. */
const buildSameFollowCondition = (followId: string) => ({
  and: [isFollowed, { attr: "followId" as const, eq: followId }],
});

/** Ends a follow; its item stays for a while, for cursors. */
export async function endFollow(table: OpenTable, { userId, artistId }: FollowKey, now: Date) {
  const follow = await findFollow(table, userId, artistId);
  if (!follow?.list) return undefined;
  return transact(table, [
    {
      write: FollowEntity.build(UpdateTransaction)
        .item({
          userId,
          artistId,
          list: $remove(),
          ofArtist: $remove(),
          notified: $remove(),
          expires: epochSeconds(now) + LIFETIMES.formerFollow,
        })
        .options({ condition: buildSameFollowCondition(follow.followId) }),
      failure: "done",
    },
    { write: buildCountUpdate(artistId, "followers", -1) },
    { write: buildCountUpdate(userId, "following", -1).options({ condition: OPEN }), failure: "forbidden" },
    countFollow(follow, -1),
  ]);
}

/** Switches the notifications of a follow; false without one. */
export const switchNotifications = (table: OpenTable, { userId, artistId }: FollowKey, isOn: boolean) =>
  conditionHeld(
    table.send(
      FollowEntity.build(UpdateItemCommand)
        .item({ userId, artistId, notified: isOn ? followLists.notified(artistId) : $remove() })
        .options({ condition: isFollowed }),
    ),
  );

/** Deletes a follow of a closed account and decrements the other side's count. Safe to repeat. */
export async function deleteFollow(table: OpenTable, { userId, artistId }: FollowKey, closed: "follower" | "artist") {
  const follow = await findFollow(table, userId, artistId);
  if (!follow?.list) return undefined;
  return transact(table, [
    {
      write: FollowEntity.build(DeleteTransaction)
        .key({ userId, artistId })
        .options({ condition: buildSameFollowCondition(follow.followId) }),
      failure: "done",
    },
    ...(closed === "follower"
      ? [{ write: buildCountUpdate(artistId, "followers", -1) }, countFollow(follow, -1)]
      : [{ write: buildCountUpdate(userId, "following", -1) }]),
  ]);
}
