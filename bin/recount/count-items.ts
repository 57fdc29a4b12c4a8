import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { CollectionEntity } from "#lambdas/areas/collections/collection.entity.ts";
import { CommentEntity, idsIn } from "#lambdas/areas/community/comment.entity.ts";
import { ReviewEntity } from "#lambdas/areas/community/review.entity.ts";
import { FavoriteEntity } from "#lambdas/areas/favorites/favorite.entity.ts";
import { FollowEntity } from "#lambdas/areas/follows/follow.entity.ts";
import { NotificationEntity } from "#lambdas/areas/notifications/notification.entity.ts";
import { IntentEntity } from "#lambdas/areas/purchases/order/intent.entity.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { isPaidBack, isValid } from "#lambdas/areas/purchases/order/order-view.ts";
import { artwork, type Counter, type CounterPlace, countersOf, type Item, placeOf, user } from "./counters.ts";

const format = {
  artwork: ArtworkEntity.build(EntityFormatter),
  collection: CollectionEntity.build(EntityFormatter),
  comment: CommentEntity.build(EntityFormatter),
  favorite: FavoriteEntity.build(EntityFormatter),
  follow: FollowEntity.build(EntityFormatter),
  intent: IntentEntity.build(EntityFormatter),
  notification: NotificationEntity.build(EntityFormatter),
  order: OrderEntity.build(EntityFormatter),
  review: ReviewEntity.build(EntityFormatter),
};

const keyOf = ({ pk, sk, attribute }: CounterPlace) => `${pk}|${sk}|${attribute}`;

/** Counts one item after the other. */
class Tally {
  readonly #now: Date;
  readonly #counted = new Map<string, number>();
  /** Counters that have to be there, whether or not they are, by their place. */
  readonly #made = new Map<string, CounterPlace>();
  readonly #ratings = new Map<string, [sum: number, count: number]>();
  readonly #owners = new Map<string, string>();

  constructor(now: Date) {
    this.#now = now;
  }

  #add(place: CounterPlace, by = 1) {
    this.#counted.set(keyOf(place), (this.#counted.get(keyOf(place)) ?? 0) + by);
    if (place.makes) this.#made.set(keyOf(place), place);
  }

  /** Adds what an item counts for, wherever it does. */
  count(item: Item) {
    const { pk, sk } = item;
    const [kind = ""] = sk.split("#");
    if (pk.startsWith("U#")) this.#countOfUser(item, kind);
    else if (pk.startsWith("A#")) this.#countOfArtwork(item, kind);
    else if (sk === "CO") this.#add(placeOf.ofUser(format.collection.format(item).ownerId, user.collections));
    else if (sk === "O" && pk.startsWith("O#")) this.#countOrder(item);
  }

  #countOfUser(item: Item, kind: string) {
    if (kind === "F") {
      const favorite = format.favorite.format(item);
      const { userId, artworkId, list } = favorite;
      if (!list) return;
      this.#add(placeOf.ofUser(userId, user.favorites));
      this.#add(placeOf.ofArtwork(artworkId, artwork.favorites));
      for (const place of placeOf.favoriteDay(favorite, this.#now)) this.#add(place);
    } else if (kind === "FO") {
      const { userId, artistId, list } = format.follow.format(item);
      if (!list) return;
      this.#add(placeOf.ofUser(userId, user.following));
      this.#add(placeOf.ofUser(artistId, user.followers));
    } else if (kind === "N") {
      const { userId, read } = format.notification.format(item);
      if (!read) this.#add(placeOf.ofUser(userId, user.unread));
    } else if (item.sk === "TOTP" || kind === "PK") {
      this.#add(placeOf.ofUser(item.pk.slice("U#".length), user.factors));
    }
  }

  #countOfArtwork(item: Item, kind: string) {
    if (kind === "C" || kind === "CR") {
      const { artworkId, place, authorId } = format.comment.format(item);
      const { parent } = idsIn(place);
      if (authorId) this.#add(placeOf.ofArtwork(artworkId, artwork.comments));
      if (parent !== null) this.#add(placeOf.replies(artworkId, parent));
    } else if (kind === "R") {
      const { artworkId, rating } = format.review.format(item);
      this.#add(placeOf.ofArtwork(artworkId, artwork.ratingSum), rating);
      this.#add(placeOf.ofArtwork(artworkId, artwork.ratingCount));
      const [sum, count] = this.#ratings.get(artworkId) ?? [0, 0];
      this.#ratings.set(artworkId, [sum + rating, count + 1]);
    } else if (kind === "I") {
      const { state, discountId, buyerId } = format.intent.format(item);
      if (state === "open") this.#countDiscount(discountId, buyerId);
    } else if (item.sk === "A") {
      const { artworkId, ownerId, visibility, deletedAt } = format.artwork.format(item);
      const isShown = visibility === "visible" && !deletedAt;
      this.#owners.set(artworkId, ownerId);
      if (isShown) this.#add(placeOf.ofUser(ownerId, user.shown));
    }
  }

  #countOrder(item: Item) {
    const order = format.order.format(item);
    const { status, artworkId, versionId, discountId, buyerId, sellerId } = order;
    if (isValid(order)) this.#add(placeOf.sold(artworkId, versionId));
    if (!isPaidBack(order)) this.#countDiscount(discountId, buyerId);
    if (status === "disputed") for (const side of [buyerId, sellerId]) this.#add(placeOf.ofUser(side, user.disputes));
  }

  #countDiscount(discountId: string | undefined, buyerId: string) {
    if (discountId) for (const place of placeOf.discountUse(discountId, buyerId)) this.#add(place);
  }

  /** Of these counters and of those that aren't there, which say something else than there is. */
  compare(counters: readonly Omit<Counter, "counted">[]): Counter[] {
    // Reviews count for the artwork's owner too, who is known only now.
    for (const [artworkId, [sum, count]] of this.#ratings) {
      const ownerId = this.#owners.get(artworkId);
      if (!ownerId) continue;
      this.#add(placeOf.ofUser(ownerId, user.ratingSum), sum);
      this.#add(placeOf.ofUser(ownerId, user.ratingCount), count);
    }
    const there = new Set(counters.map(keyOf));
    const missing = [...this.#made.values()]
      .filter((place) => !there.has(keyOf(place)))
      .flatMap((place) =>
        Object.values(countersOf({ ...place }, this.#now)).map((name) => ({ ...place, name, says: undefined })),
      );
    return [...counters, ...missing]
      .map((counter) => ({ ...counter, counted: this.#counted.get(keyOf(counter)) ?? 0 }))
      .filter(({ says = 0, counted }) => says !== counted);
  }
}

/** The counters that differ from what they count. Reads the whole table once; what changes meanwhile may look wrong. */
export async function readCounters(TableName: string): Promise<Counter[]> {
  const now = new Date();
  const tally = new Tally(now);
  const counters: Omit<Counter, "counted">[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    for (const found of Items as Item[]) {
      tally.count(found);
      const { pk, sk } = found;
      for (const [attribute, name] of Object.entries(countersOf(found, now))) {
        counters.push({ pk, sk, attribute, name, says: found[attribute] as number | undefined });
      }
    }
  }
  return tally.compare(counters);
}
