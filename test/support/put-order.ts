import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { v7 as uuidv7 } from "uuid";
import { draftOrder } from "#lambdas/areas/purchases/order/draft-order.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import type { OrderStatus } from "#shared/model/order.ts";
import { computeFees } from "#shared/rules/fees.ts";
import type { Api } from "./start-api.ts";

interface OrderFacts {
  readonly buyerId: string;
  readonly sellerId: string;
  readonly artworkId?: string;
  /** When it was placed. */
  readonly at?: Date;
  /** Start of its payment, if earlier. */
  readonly started?: Date;
  /** Cents. */
  readonly price?: number;
  readonly discount?: number;
  readonly status?: OrderStatus;
  readonly title?: string;
  readonly company?: string;
}

/** Writes an order of any time directly to the table, for tests that need many or past ones. */
export async function putOrder({ services }: Api, facts: OrderFacts) {
  const { buyerId, sellerId, at = new Date(), started, price = 1000, discount = 0, company = "unavailable" } = facts;
  const { buyerFee, sellerFee, orderSpent: spent, orderEarned: earned, orderFee: fee } = computeFees(price, discount);
  const returned = facts.status === "refunded" ? { returned: { spent, earned, fee } } : {};
  const drafted = draftOrder(
    {
      orderId: uuidv7({ msecs: (started ?? at).getTime() }),
      licenseId: uuidv7(),
      buyerId,
      sellerId,
      artworkId: facts.artworkId ?? uuidv7(),
      versionId: uuidv7(),
      ...(started ? { paidAt: at.getTime() / 1000 } : {}),
      amounts: { price, buyerFee, sellerFee, discount, ...returned },
      licenseUsage: company === "unavailable" ? "personal" : "business",
      licenseType: "personal",
      licenseCompany: company,
      licenseAssignee: "Bo Buyer",
      licenseAssignor: "Ada Painter",
    },
    {
      card: {
        artworkTitle: facts.title ?? "Dunes at noon",
        previewKey: uuidv7(),
        placeholder: Buffer.alloc(25, 7).toString("base64"),
        width: 1600,
        height: 1200,
      },
      mediaId: uuidv7(),
      sha256: "f".repeat(64),
    },
  );
  const order = { ...drafted, status: facts.status ?? "completed" };
  await services.table.send(OrderEntity.build(PutItemCommand).item(order));
  return order;
}
