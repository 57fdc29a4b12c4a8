import type { DynamoDBRecord } from "aws-lambda";
import { OrderEntity } from "../../areas/purchases/order/order.entity.ts";
import { parseImage } from "./consume.ts";

/** The order in the image of a record whose sort key is an order's; `undefined` where the record has no such image. */
export const parseOrder = (record: DynamoDBRecord, image: "OldImage" | "NewImage") =>
  parseImage(record, image, OrderEntity);
