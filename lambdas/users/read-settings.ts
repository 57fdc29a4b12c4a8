import { readSettings } from "#shared/contract/users.ts";
import { ArtworkId, UserId } from "#shared/model/ids.ts";
import { avatarPath } from "../media/preview-paths.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findOpenUser } from "./open-account.ts";
import type { UsersServices } from "./services.ts";

export const readSettingsHandler = handle(readSettings, async ({ params }, { table }: UsersServices) => {
  const user = await findOpenUser(table, params.userId);
  if (!user) return fail("forbidden");
  return {
    id: UserId.parse(user.userId),
    userUsername: user.name,
    userEmail: user.email,
    verified: user.verified,
    profile: {
      userName: user.fullName,
      userDescription: user.description ?? null,
      userCountry: user.country ?? null,
      avatar: user.avatarKey ? avatarPath(user.avatarKey) : null,
      userLinks: user.links ?? [],
      userPinned: (user.pinned ?? []).map((artworkId) => ArtworkId.parse(artworkId)),
      userBanner: user.bannerId ? ArtworkId.parse(user.bannerId) : null,
    },
    preferences: { userFavorites: user.showsFavorites },
    billing: user.billing ?? null,
  };
});
