import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { type ArtworkTerms, sellsCommercially } from "#shared/rules/artwork-terms.ts";
import type { Media } from "../media/find-media.ts";
import { MediaEntity } from "../media/media.entity.ts";
import { buildWithdrawal, buildWithdrawnAttributes } from "../media/preview-sets.ts";
import { releaseUnpublishedSlot } from "../media/upload-quota.ts";
import { popularKeys } from "../popularity/popular-rank.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { listKeys } from "./artwork-lists.ts";
import type { ArtworkItem } from "./find-artwork.ts";

/** Index keys that add an artwork to visitors' lists. */
export const buildShownKeys = (artwork: Pick<ArtworkItem, "ownerId"> & Parameters<typeof popularKeys>[0]) => ({
  newest: listKeys.newest,
  ...popularKeys(artwork),
  shownOfOwner: listKeys.shownOfOwner(artwork.ownerId),
});

/** Removes the artwork from visitors' lists. */
export const buildHiddenKeys = () => ({
  newest: $remove(),
  popular: $remove(),
  popularRank: $remove(),
  shownOfOwner: $remove(),
});

/**
 * Marks the artwork as deleted and removes it from every list, so that closing the owner's account needn't update it; the
 * stream deletes media without licences.
 */
export const buildDeletion = (artworkId: string, now: Date) => ({
  artworkId,
  deletedAt: now.toISOString(),
  card: { ownerFullName: $remove() },
  ofOwner: $remove(),
  ...buildHiddenKeys(),
});

/** Changes the owner's count of visible artwork; fails for a closed account. */
export const changeShownCount = (ownerId: string, change: number) => ({
  write: UserEntity.build(UpdateTransaction)
    .item({ userId: ownerId, shown: $add(change) })
    .options({ condition: OPEN }),
  failure: "forbidden" as const,
});

/** Attaches a picture to one artwork for good. Where it is for sale, its plain previews are withdrawn. */
export const attachMedia = (media: Media, artworkId: string, terms: ArtworkTerms) => [
  {
    write: MediaEntity.build(UpdateTransaction)
      .item({
        mediaId: media.mediaId,
        artworkId,
        expires: $remove(),
        ...(sellsCommercially(terms) ? buildWithdrawnAttributes() : {}),
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

/** Reuses a picture in the next version; if that is the first paid one, the plain previews are withdrawn. */
export const reuseMedia = (media: Media, terms: ArtworkTerms) =>
  sellsCommercially(terms) && !media.plainWithdrawn ? [buildWithdrawal(media)] : [];
