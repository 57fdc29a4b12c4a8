import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { findArtwork } from "../artwork/find-artwork.ts";
import { CommentEntity } from "../community/comment.entity.ts";
import { ReviewEntity } from "../community/review.entity.ts";
import { deliverNotification, type Telling } from "../notifications/deliver-notification.ts";
import { OrderEntity } from "../purchases/order/order.entity.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { consume } from "./consume.ts";
import { storedItem } from "./stored-item.ts";

interface NotifyServices extends BaseServices {
  readonly table: OpenTable;
}

/** Tells artists what others did with their artwork and who bought it, from what was written: nothing is lost when a function dies. */
export const notify = (event: DynamoDBStreamEvent, services: NotifyServices) =>
  consume(event, services, async (record) => {
    const sale = saleIn(record);
    if (sale) return deliverNotification(sale, services);
    const happening = happeningIn(record);
    if (!happening) return;
    const artwork = await findArtwork(services.table, happening.artworkId);
    if (!artwork || artwork.deletedAt) return;
    await deliverNotification({ ...happening, userId: artwork.ownerId, title: artwork.title }, services);
  });

type Happening = Omit<Telling, "userId" | "title">;
type Item = Readonly<Record<string, unknown>>;

/** What is told of, by the beginning of its item's sort key beside an artwork. */
const HAPPENINGS: Readonly<Record<string, (item: Item) => Happening>> = {
  "C#": (item) => {
    const { artworkId, commentId, authorId } = CommentEntity.build(EntityFormatter).format(item);
    return { type: "comment", event: commentId, ref: commentId, artworkId, actorId: authorId };
  },
  // By buyer and artwork: who takes a review back and writes it anew doesn't ring again.
  "R#": (item) => {
    const { artworkId, buyerId, reviewId } = ReviewEntity.build(EntityFormatter).format(item);
    return { type: "review", event: `${artworkId}#${buyerId}`, ref: reviewId, artworkId, actorId: buyerId };
  },
};

function happeningIn({ eventName, dynamodb }: DynamoDBRecord) {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const item = storedItem(dynamodb?.NewImage);
  if (eventName !== "INSERT" || !item || !pk?.S?.startsWith("A#")) return undefined;
  return HAPPENINGS[sk?.S?.slice(0, 2) ?? ""]?.(item);
}

/** An order is told of in its own words: the artwork may be another by now, or gone. */
function saleIn({ eventName, dynamodb }: DynamoDBRecord): Telling | undefined {
  const item = storedItem(dynamodb?.NewImage);
  if (eventName !== "INSERT" || !item || dynamodb?.Keys?.sk?.S !== "O") return undefined;
  const { orderId, sellerId, artworkId, title, buyerId } = OrderEntity.build(EntityFormatter).format(item);
  return { type: "order", event: orderId, ref: orderId, userId: sellerId, artworkId, title, actorId: buyerId };
}
