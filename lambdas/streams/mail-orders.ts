import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { type MailServices, mailOnce } from "../mail/mail-once.ts";
import type { OrderItem } from "../purchases/order/find-order.ts";
import { OrderEntity } from "../purchases/order/order.entity.ts";
import { orderEmailTemplates } from "../purchases/order/order-email-templates.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { consume } from "./consume.ts";
import { unmarshallImage } from "./unmarshall-image.ts";

/** Mails an order's two sides when it was placed and when its money went back. */
export const mailOrders = (event: DynamoDBStreamEvent, services: MailServices & BaseServices) =>
  consume(event, services, async ({ dynamodb }) => {
    if (dynamodb?.Keys?.sk?.S !== "O") return;
    const [before, after] = [orderIn(dynamodb.OldImage), orderIn(dynamodb.NewImage)];
    if (!after) return;
    if (!before) return mailBothSides(services, after, "placed", { buyer: "bought", seller: "sold" });
    if (before.status !== "refunded" && after.status === "refunded") {
      await mailBothSides(services, after, "refunded", { buyer: "refunded", seller: "saleRefunded" });
    }
  });

function orderIn(image: NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"]) {
  const item = unmarshallImage(image);
  return item && OrderEntity.build(EntityFormatter).format(item);
}

type Name = keyof typeof orderEmailTemplates;

async function mailBothSides(
  services: MailServices & BaseServices,
  order: OrderItem,
  what: string,
  { buyer, seller }: { readonly buyer: Name; readonly seller: Name },
) {
  const event = `mail#${what}#${order.orderId}`;
  await mailOnce(services, order.buyerId, event, orderEmailTemplates[buyer](order, services.siteOrigin));
  if (order.amounts.price === 0) return;
  await mailOnce(services, order.sellerId, event, orderEmailTemplates[seller](order, services.siteOrigin));
}
