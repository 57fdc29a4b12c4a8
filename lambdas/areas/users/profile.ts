import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { readUser, updateUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Profile } from "#shared/model/artwork.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { toCard } from "../artwork/cards.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { loadSessionUser } from "../auth/session-user.ts";
import { readFollowState } from "../follows/find-follows.ts";
import { findUnusedAvatar, type Media } from "../media/find-media.ts";
import { MediaEntity } from "../media/media.entity.ts";
import { releaseUnpublishedSlot } from "../media/upload-quota.ts";
import { findByUsername, type User } from "./find-user.ts";
import { findOpenUser, OPEN } from "./open-account.ts";
import { toPublicUser } from "./public-user.ts";
import type { UsersServices } from "./services.ts";
import { UserEntity } from "./user.entity.ts";

/** Cards, by id, of these artworks that are the user's own and visible. */
async function findOwnShown(table: OpenTable, userId: string, artworkIds: readonly string[]) {
  const cards = await findCards(table, [...new Set(artworkIds)]);
  return new Map(
    [...cards].flatMap(([artworkId, card]) =>
      card.ownerId === userId && isShownTo(undefined, card) ? [[artworkId, toCard(card)] as const] : [],
    ),
  );
}

/** A user's page without pinned artwork that was hidden or deleted. Costs one more read if something is pinned. */
async function loadProfile(table: OpenTable, user: User): Promise<Profile> {
  const { userId, links = [], pinned = [], bannerId } = user;
  const shown = await findOwnShown(table, userId, [...pinned, ...(bannerId ? [bannerId] : [])]);
  return {
    ...toPublicUser(user),
    followers: user.followers ?? 0,
    links,
    banner: (bannerId && shown.get(bannerId)) || null,
    pinned: pinned.flatMap((artworkId) => shown.get(artworkId) ?? []),
  };
}

interface Chosen {
  readonly userPinned?: readonly string[] | undefined;
  readonly userBanner?: string | null | undefined;
}

/** Messages of the fields that name artwork which isn't the user's own or isn't visible. */
async function findMisplaced(table: OpenTable, userId: string, { userPinned = [], userBanner }: Chosen) {
  const shown = await findOwnShown(table, userId, [...userPinned, ...(userBanner ? [userBanner] : [])]);
  const fields = {
    ...(userPinned.every((artworkId) => shown.has(artworkId)) ? {} : { userPinned: MESSAGES.notOwnVisible }),
    ...(!userBanner || shown.has(userBanner) ? {} : { userBanner: MESSAGES.notOwnVisible }),
  };
  return Object.keys(fields).length > 0 ? fields : undefined;
}

export const readUserHandler = handle(readUser, async ({ params, actor }, { table, now }: UsersServices) => {
  const user = await findByUsername(table, params.username, now());
  if (!user) return fail("user_not_found");
  const [profile, follow] = await Promise.all([
    loadProfile(table, user),
    actor ? readFollowState(table, actor.userId, user.userId) : {},
  ]);
  return { ...profile, ...follow };
});

/** The stream deletes the former avatar and updates the artist's cards. */
export const updateUserHandler = handle(updateUser, async ({ params, body }, { table, now }: UsersServices) => {
  const { userId } = params;
  const { userName, userDescription, userCountry, userMedia, userLinks, userPinned, userBanner } = body;
  const user = await findOpenUser(table, userId);
  if (!user) return fail("forbidden");
  const misplaced = await findMisplaced(table, userId, { userPinned, userBanner });
  if (misplaced) return fail("invalid_request", { fields: misplaced });
  const taken =
    userMedia && userMedia !== user.avatarMediaId && (await findUnusedAvatar(table, userMedia, userId, now()));
  if (taken instanceof Failure) return taken;

  const change = {
    ...(userName === undefined ? {} : { fullName: userName }),
    ...(userDescription === undefined ? {} : { description: userDescription || $remove() }),
    ...(userCountry === undefined ? {} : { country: userCountry || $remove() }),
    ...(taken ? { avatarKey: taken.previewKey, avatarMediaId: taken.mediaId } : {}),
    ...(userLinks === undefined ? {} : { links: userLinks.length > 0 ? $set(userLinks) : $remove() }),
    ...(userPinned === undefined ? {} : { pinned: userPinned.length > 0 ? $set([...userPinned]) : $remove() }),
    ...(userBanner === undefined ? {} : { bannerId: userBanner ?? $remove() }),
    ...(userMedia === null ? { avatarKey: $remove(), avatarMediaId: $remove() } : {}),
  };
  // The table refuses an empty update.
  if (Object.keys(change).length > 0) {
    const write = UserEntity.build(UpdateTransaction)
      .item({ userId, ...change })
      .options({ condition: OPEN });
    const refused = await transact(table, [
      { write, failure: "forbidden" },
      ...(taken ? [buildAvatarUse(taken), ...releaseUnpublishedSlot(taken)] : []),
    ]);
    if (refused) return refused;
  }
  const changed = await findOpenUser(table, userId);
  if (!changed) return fail("forbidden");
  return { message: MESSAGES.userUpdated, expose: true as const, user: await loadSessionUser(table, changed) };
});

/** Uses an upload as the avatar; it is kept until it is replaced. */
const buildAvatarUse = ({ mediaId }: Media) => ({
  write: MediaEntity.build(UpdateTransaction)
    .item({ mediaId, expires: $remove() })
    .options({
      condition: {
        and: [
          { attr: "status", eq: "ready" },
          { attr: "expires", exists: true },
        ],
      },
    }),
  failure: "media_used" as const,
});
