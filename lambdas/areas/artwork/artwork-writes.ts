import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { type ArtworkTerms, sellsCommercially } from "#shared/rules/artwork-terms.ts";
import type { Media } from "../media/find-media.ts";
import { MediaEntity } from "../media/media.entity.ts";
import { withdrawalWrite, withdrawnAttributes } from "../media/preview-sets.ts";
import { releaseUnpublishedSlot } from "../media/upload-quota.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { listKeys } from "./artwork-lists.ts";
import { type ArtworkItem, popularRank } from "./find-artwork.ts";

/** The index keys that put an artwork into visitors' lists. */
export const shownKeys = ({
  artworkId,
  ownerId,
  favorites = 0,
}: Pick<ArtworkItem, "artworkId" | "ownerId"> & Partial<Pick<ArtworkItem, "favorites">>) => ({
  newest: listKeys.newest,
  popular: listKeys.popular(artworkId),
  popularRank: popularRank(favorites, artworkId),
  shownOfOwner: listKeys.shownOfOwner(ownerId),
});

/** Removes the artwork from visitors' lists. */
export const hiddenKeys = () => ({
  newest: $remove(),
  popular: $remove(),
  popularRank: $remove(),
  shownOfOwner: $remove(),
});

/**
 * Marks it as deleted: it is in no list any more, so that closing its owner's account won't find the full name in it, and the
 * stream purges the media that nobody holds a licence to.
 */
export const deletion = (artworkId: string, now: Date) => ({
  artworkId,
  deletedAt: now.toISOString(),
  card: { ownerFullName: $remove() },
  ofOwner: $remove(),
  ...hiddenKeys(),
});

/** Counts an owner's visible artwork; a closed account can't have any more. */
export const countShown = (ownerId: string, change: number) => ({
  write: UserEntity.build(UpdateTransaction)
    .item({ userId: ownerId, shown: $add(change) })
    .options({ condition: OPEN }),
  failure: "forbidden" as const,
});

/** Attaches a picture to an artwork for good; a picture belongs to one artwork. Where it sells, its plain previews are withdrawn. */
export const attachMedia = (media: Media, artworkId: string, terms: ArtworkTerms) => [
  {
    write: MediaEntity.build(UpdateTransaction)
      .item({
        mediaId: media.mediaId,
        artworkId,
        expires: $remove(),
        ...(sellsCommercially(terms) ? withdrawnAttributes() : {}),
      })
      .options({
        condition: {
          and: [
            { attr: "status", eq: "ready" },
            { attr: "artworkId", exists: false },
          ],
        },
      }),
    failure: "media_used" as const,
  },
  ...releaseUnpublishedSlot(media),
];

/** Reuses a picture in the next version; where that one is the first to cost money, the plain previews are withdrawn. */
export const reuseMedia = (media: Media, terms: ArtworkTerms) =>
  sellsCommercially(terms) && !media.plainWithdrawn ? [withdrawalWrite(media)] : [];
