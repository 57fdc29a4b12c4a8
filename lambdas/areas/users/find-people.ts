import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import type { Person } from "#shared/model/account.ts";
import { UserId } from "#shared/model/ids.ts";
import { batchGet, inBatches } from "../../platform/table/batch-get.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { buildAvatarPath } from "../media/preview-paths.ts";
import type { User } from "./find-user.ts";
import { isOpen } from "./open-account.ts";
import { UserEntity } from "./user.entity.ts";

/** A user's public names and avatar; only the id of a closed, blocked or unknown account. */
export function toPerson(
  userId: string,
  user: Pick<User, "name" | "fullName" | "avatarKey" | "deactivatedAt" | "blockedAt"> | undefined,
): Person {
  const open = user && isOpen(user) ? user : undefined;
  return {
    id: UserId.parse(userId),
    name: open?.name ?? null,
    fullName: open?.fullName ?? "",
    avatar: open?.avatarKey ? buildAvatarPath(open.avatarKey) : null,
  };
}

/** Reads people, a hundred per read; returns a function that accepts any of the given ids. */
export async function findPeople(table: OpenTable, userIds: readonly string[]): Promise<(userId: string) => Person> {
  const found = await inBatches([...new Set(userIds)], (ids) => {
    const requests = ids.map((userId) => UserEntity.build(BatchGetRequest).key({ userId }));
    const command = MarketplaceTable.build(BatchGetCommand)
      .requests(...requests)
      .options({ attributes: ["userId", "name", "fullName", "avatarKey", "deactivatedAt", "blockedAt"] });
    return batchGet(table, command);
  });
  const users = new Map(found.flatMap((user) => (user ? [[user.userId, user]] : [])));
  return (userId) => toPerson(userId, users.get(userId));
}
