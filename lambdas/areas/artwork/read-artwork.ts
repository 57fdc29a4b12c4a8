import { readArtwork } from "#shared/contract/artwork.ts";
import { ArtworkId, VersionId } from "#shared/model/ids.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { isFavorite } from "../favorites/find-favorites.ts";
import { readFollowState } from "../follows/find-follows.ts";
import { findUser } from "../users/find-user.ts";
import { isSuspended } from "../users/suspension.ts";
import {
  getArtworkOwner,
  getLabels,
  getStoredTerms,
  getTexts,
  getWatermark,
  isMature,
  listLicenseOffers,
  toArtworkTerms,
  toPicture,
  toRating,
} from "./cards.ts";
import { type ArtworkItem, findShownArtwork } from "./find-artwork.ts";
import type { ArtworkServices } from "./services.ts";

export const readArtworkHandler = handle(
  readArtwork,
  async ({ params, actor }, { table, fees }: Pick<ArtworkServices, "table"> & BaseServices) => {
    const [artwork, favorited] = await Promise.all([
      findShownArtwork(table, params.artworkId, actor?.userId),
      actor ? isFavorite(table, actor.userId, params.artworkId) : false,
    ]);
    if (!artwork) return fail("artwork_not_found");
    const licenses = listLicenseOffers(artwork, fees);
    const [follow, owner] = await Promise.all([
      actor ? readFollowState(table, actor.userId, artwork.ownerId) : {},
      licenses.length > 0 ? findUser(table, artwork.ownerId) : undefined,
    ]);
    return {
      artwork: toArtworkPart(artwork),
      version: toVersionPart(artwork, artwork.ownerId === actor?.userId),
      owner: getArtworkOwner(artwork),
      favorited,
      ...follow,
      licenses,
      ...(owner && isSuspended(owner) ? { purchasesDisabled: true as const } : {}),
    };
  },
);

const toArtworkPart = (artwork: ArtworkItem) => ({
  artworkId: ArtworkId.parse(artwork.artworkId),
  currentVersionId: VersionId.parse(artwork.versionId),
  artworkVisibility: artwork.visibility,
  artworkWatermark: getWatermark(artwork),
  favorites: artwork.favorites,
  comments: artwork.comments,
  rating: toRating(artwork),
  created: getCreatedAt(artwork.artworkId),
  ...(artwork.card.soldExclusively ? { soldExclusively: true } : {}),
});

/** Its artist gets the terms to edit, also while it is sold exclusively. */
const toVersionPart = (artwork: ArtworkItem, isOwner: boolean) => ({
  versionId: VersionId.parse(artwork.versionId),
  number: artwork.number,
  ...getTexts(artwork),
  ...getLabels(artwork),
  ...(isOwner ? getStoredTerms(artwork) : toArtworkTerms(artwork)),
  ...toPicture(artwork),
  mature: isMature(artwork),
  bytes: artwork.bytes,
  mime: artwork.mime,
  created: getCreatedAt(artwork.versionId),
});
