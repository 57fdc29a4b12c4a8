import { LIMITS } from "#shared/limits.ts";
import type { SessionUser } from "#shared/model/account.ts";
import { UserId } from "#shared/model/ids.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { findFavorites } from "../favorites/find-favorites.ts";
import { buildAvatarPath } from "../media/preview-paths.ts";
import type { User } from "../users/find-user.ts";
import { isSuspended, type Suspension } from "../users/suspension.ts";

const toOwnSuspension = ({ reason, rule, at, answeredAt }: Suspension) => ({
  reason,
  rule,
  at,
  answered: answeredAt !== undefined,
});

/** The signed-in user as the browser keeps it; one query finds the favourites. */
export async function loadSessionUser(table: OpenTable, user: User): Promise<SessionUser> {
  const avatar = user.avatarKey ? buildAvatarPath(user.avatarKey) : null;
  return {
    id: UserId.parse(user.userId),
    name: user.name,
    fullName: user.fullName,
    email: user.email,
    avatar,
    width: avatar ? LIMITS.avatarFile.width : null,
    height: avatar ? LIMITS.avatarFile.height : null,
    stripeId: user.stripeId ?? null,
    onboarded: user.onboarded,
    country: user.country ?? null,
    favorites: (await findFavorites(table, user.userId)).map((artworkId) => ({ artworkId })),
    notifications: user.unread,
    ...(user.operatorPermissions?.length ? { operator: true as const } : {}),
    ...(isSuspended(user) ? { suspension: toOwnSuspension(user.suspension) } : {}),
  };
}
