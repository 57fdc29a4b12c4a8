import type { DynamoDBRecord } from "aws-lambda";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { OrderEntity } from "../../areas/purchases/order/order.entity.ts";
import { unmarshallImage } from "./consume.ts";

/** The order in the image of a record whose sort key is an order's; `undefined` where the record has no such image. */
export function orderIn(image: NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"]) {
  const item = unmarshallImage(image);
  return item && OrderEntity.build(EntityFormatter).format(item);
}
