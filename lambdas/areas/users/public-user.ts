import { LIMITS } from "#shared/limits.ts";
import type { PublicUser } from "#shared/model/account.ts";
import { UserId } from "#shared/model/ids.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { toRating } from "../artwork/cards.ts";
import { buildAvatarPath } from "../media/preview-paths.ts";
import type { User } from "./find-user.ts";

/** Attributes of an account's public profile, which the search index stores. */
export const PROFILE_ATTRIBUTES = [
  "userId",
  "name",
  "fullName",
  "avatarKey",
  "description",
  "country",
  "showsFavorites",
  "favorites",
  "shown",
  "ratingSum",
  "ratingCount",
] as const satisfies readonly (keyof User)[];

type ProfileItem = Pick<User, (typeof PROFILE_ATTRIBUTES)[number]>;

export const toPublicUser = (user: ProfileItem): PublicUser => ({
  id: UserId.parse(user.userId),
  name: user.name,
  fullName: user.fullName,
  avatar: user.avatarKey ? buildAvatarPath(user.avatarKey) : null,
  width: user.avatarKey ? LIMITS.avatarFile.width : null,
  height: user.avatarKey ? LIMITS.avatarFile.height : null,
  description: user.description ?? null,
  country: user.country ?? null,
  created: getCreatedAt(user.userId),
  rating: toRating(user),
  artwork: user.shown,
  favorites: user.showsFavorites ? user.favorites : null,
});
