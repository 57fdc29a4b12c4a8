import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { ArtworkEntity, VersionEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { CommentEntity, commentSortKey } from "#lambdas/areas/community/comment.entity.ts";
import { countedDayOf, isCounted } from "#lambdas/areas/favorites/count-favorite-day.ts";
import type { FavoriteItem } from "#lambdas/areas/favorites/find-favorites.ts";
import { FavoriteDayEntity } from "#lambdas/areas/favorites/weekly.entity.ts";
import { expiryOf } from "#lambdas/areas/favorites/weekly-score.ts";
import { DiscountEntity, DiscountUseEntity } from "#lambdas/areas/purchases/order/discount.entity.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";

export type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** Where a counter stands, by the attribute's name in the table. */
export interface CounterPlace {
  readonly pk: string;
  readonly sk: string;
  readonly attribute: string;
  /** Of a counter that is an item of its own: what else the item has, where it has to be made. */
  readonly makes?: Readonly<Record<string, unknown>>;
}

export interface Counter extends CounterPlace {
  /** Display name. */
  readonly name: string;
  /** The stored value; absent counts as none. */
  readonly says: number | undefined;
  /** How much of what it counts there is. */
  readonly counted: number;
}

export const user = UserEntity.schema.attributes;
export const artwork = ArtworkEntity.schema.attributes;
const comment = CommentEntity.schema.attributes;
const version = VersionEntity.schema.attributes;
const favoriteDay = FavoriteDayEntity.schema.attributes;
const discount = DiscountEntity.schema.attributes;
const discountUse = DiscountUseEntity.schema.attributes;

/** The counters of each kind of item, by their names in the table. */
const COUNTERS = {
  user: {
    [user.favorites.props.savedAs]: "favourites",
    [user.collections.props.savedAs]: "collections",
    [user.followers.props.savedAs]: "followers",
    [user.following.props.savedAs]: "followed artists",
    [user.shown.props.savedAs]: "visible artworks",
    [user.ratingSum.props.savedAs]: "stars",
    [user.ratingCount.props.savedAs]: "reviews",
    [user.unread.props.savedAs]: "unread notifications",
    [user.disputes.props.savedAs]: "disputes",
    [user.factors.props.savedAs]: "second factors",
  },
  artwork: {
    [artwork.favorites.props.savedAs]: "favourites",
    [artwork.comments.props.savedAs]: "comments",
    [artwork.ratingSum.props.savedAs]: "stars",
    [artwork.ratingCount.props.savedAs]: "reviews",
  },
  comment: { [comment.replies.props.savedAs]: "replies" },
  version: { [version.sold.props.savedAs]: "licences" },
  favoriteDay: { [favoriteDay.count.props.savedAs]: "favourites of the day" },
  discount: { [discount.used.props.savedAs]: "uses" },
  discountUse: { [discountUse.count.props.savedAs]: "uses by one person" },
} as const;

const formatUser = UserEntity.build(EntityFormatter);

/** The counters that an item has, as names by attribute; a closed account's aren't kept. */
export function countersOf({ pk, sk, ...rest }: Item, now: Date): Readonly<Record<string, string>> {
  const [kind, id] = sk.split("#");
  if (pk.startsWith("U#")) {
    return sk === "U" && !formatUser.format({ pk, sk, ...rest }).deactivatedAt ? COUNTERS.user : {};
  }
  if (pk.startsWith("A#")) {
    if (sk === "A") return COUNTERS.artwork;
    if (kind === "C") return COUNTERS.comment;
    if (kind === "V") return COUNTERS.version;
    // A day's favourites are taken back there no longer than they count, so that older counts are right by chance only.
    return kind === "W" && id !== undefined && isCounted(Number(id), now) ? COUNTERS.favoriteDay : {};
  }
  if (pk.startsWith("D#")) return sk === "D" ? COUNTERS.discount : COUNTERS.discountUse;
  return {};
}

interface Attribute {
  readonly props: { readonly savedAs: string };
}

/** Where each counter of the marketplace stands. */
export const placeOf = {
  ofUser: (userId: string, { props: { savedAs } }: Attribute): CounterPlace => ({
    pk: `U#${userId}`,
    sk: "U",
    attribute: savedAs,
  }),
  ofArtwork: (artworkId: string, { props: { savedAs } }: Attribute): CounterPlace => ({
    pk: `A#${artworkId}`,
    sk: "A",
    attribute: savedAs,
  }),
  replies: (artworkId: string, commentId: string): CounterPlace => ({
    pk: `A#${artworkId}`,
    sk: commentSortKey({ commentId, parent: null }),
    attribute: comment.replies.props.savedAs,
  }),
  sold: (artworkId: string, versionId: string): CounterPlace => ({
    pk: `A#${artworkId}`,
    sk: `V#${versionId}`,
    attribute: version.sold.props.savedAs,
  }),
  /** Nothing for a favourite that counts on no day any more. */
  favoriteDay: (favorite: FavoriteItem, now: Date): CounterPlace[] => {
    const day = countedDayOf(favorite, now);
    if (day === undefined) return [];
    const { artworkId } = favorite;
    const makes = { [favoriteDay.expires.props.savedAs]: expiryOf(day) };
    return [{ pk: `A#${artworkId}`, sk: `W#${day}`, attribute: favoriteDay.count.props.savedAs, makes }];
  },
  /** All uses of a discount, and those of one person. */
  discountUse: (discountId: string, userId: string): CounterPlace[] => [
    { pk: `D#${discountId}`, sk: "D", attribute: discount.used.props.savedAs },
    { pk: `D#${discountId}`, sk: `U#${userId}`, attribute: discountUse.count.props.savedAs, makes: {} },
  ],
};
