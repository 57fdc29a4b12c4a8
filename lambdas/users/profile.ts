import { MESSAGES } from "#shared/messages.ts";
import type { Profile } from "#shared/model/artwork.ts";
import { cardOf } from "../artwork/cards.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { User } from "./find-user.ts";
import { publicUserOf } from "./public-user.ts";

/** Finds which of these artworks are a user's and visible, as cards by id. */
async function findOwnShown(table: OpenTable, userId: string, artworkIds: readonly string[]) {
  const cards = await findCards(table, [...new Set(artworkIds)]);
  return new Map(
    [...cards].flatMap(([artworkId, card]) =>
      card.ownerId === userId && isShownTo(undefined, card) ? [[artworkId, cardOf(card)] as const] : [],
    ),
  );
}

/** A user's page: what was hidden or deleted since it was pinned is left out. One read more where something is pinned. */
export async function profileOf(table: OpenTable, user: User): Promise<Profile> {
  const { userId, links = [], pinned = [], bannerId } = user;
  const shown = await findOwnShown(table, userId, [...pinned, ...(bannerId ? [bannerId] : [])]);
  return {
    ...publicUserOf(user),
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

/** The messages of the fields that name artwork which isn't the user's own or isn't visible. */
export async function findMisplaced(table: OpenTable, userId: string, { userPinned = [], userBanner }: Chosen) {
  const shown = await findOwnShown(table, userId, [...userPinned, ...(userBanner ? [userBanner] : [])]);
  const fields = {
    ...(userPinned.every((artworkId) => shown.has(artworkId)) ? {} : { userPinned: MESSAGES.notOwnVisible }),
    ...(!userBanner || shown.has(userBanner) ? {} : { userBanner: MESSAGES.notOwnVisible }),
  };
  return Object.keys(fields).length > 0 ? fields : undefined;
}
