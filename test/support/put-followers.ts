import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { FollowEntity, followLists } from "#lambdas/areas/follows/follow.entity.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import type { Api } from "./start-api.ts";

/** Writes followers of an artist directly to the table; ordered by id. */
export async function putFollowers({ services: { table, newId } }: Api, artistId: string, count: number) {
  const ids = Array.from({ length: count }, () => newId()).sort();
  await table.send(UserEntity.build(UpdateItemCommand).item({ userId: artistId, followers: count }));
  for (let at = 0; at < count; at += 50) {
    await Promise.all(
      ids.slice(at, at + 50).flatMap((userId, index) => {
        const email = `${userId}@ochre.test`;
        const person = { userId, name: `fan_${at + index}`, fullName: "Some Fan", email, verified: true, following: 1 };
        const follow = {
          userId,
          artistId,
          followId: newId(),
          list: followLists.ofUser(userId),
          ofArtist: followLists.ofArtist(artistId),
          notified: followLists.notified(artistId),
        };
        return [
          table.send(UserEntity.build(PutItemCommand).item(person)),
          table.send(FollowEntity.build(PutItemCommand).item(follow)),
        ];
      }),
    );
  }
  return ids;
}
