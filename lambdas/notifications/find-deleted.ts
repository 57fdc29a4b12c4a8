import type { FormattedItem } from "dynamodb-toolbox/entity";
import type { Deletable } from "#shared/model/community.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { findVisibleComments, findVisibleReviews } from "../community/find-visible.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { NotificationEntity } from "./notification.entity.ts";

type About = Pick<FormattedItem<typeof NotificationEntity>, "type" | "ref" | "artworkId" | "actorId">;

const distinct = <T>(items: readonly T[], keyOf: (item: T) => string) => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

const reviewKey = ({ artworkId, actorId }: About) => `${artworkId}#${actorId}`;

/** Finds what of up to 50 notifications their reader can't see any more; orders stay. */
export async function findDeleted(
  table: OpenTable,
  readerId: string,
  items: readonly About[],
): Promise<(item: About) => Deletable | undefined> {
  const comments = distinct(
    items.filter(({ type }) => type === "comment"),
    ({ ref }) => ref,
  );
  const reviews = distinct(
    items.filter(({ type }) => type === "review"),
    reviewKey,
  );
  const about = items.filter(({ type }) => type !== "order");
  const artworkIds = [...new Set(about.map(({ artworkId }) => artworkId))];
  const [cards, standingComments, standingReviews] = await Promise.all([
    findCards(table, artworkIds),
    findVisibleComments(
      table,
      comments.map(({ artworkId, ref }) => ({ artworkId, commentId: ref })),
    ),
    findVisibleReviews(
      table,
      reviews.map(({ artworkId, actorId }) => ({ artworkId, buyerId: actorId })),
    ),
  ]);
  return (item) => {
    if (item.type === "order") return undefined;
    const card = cards.get(item.artworkId);
    if (!card || !isShownTo(readerId, card)) return "artwork";
    if (item.type === "artwork") return undefined;
    const stands = item.type === "comment" ? standingComments.has(item.ref) : standingReviews.has(reviewKey(item));
    return stands ? undefined : item.type;
  };
}
