import type { DynamoDBRecord } from "aws-lambda";
import { OrderEntity } from "../../areas/purchases/order/order.entity.ts";
import { imageOf } from "./consume.ts";

/** The order in the image of a record whose sort key is an order's; `undefined` where the record has no such image. */
export const orderIn = (record: DynamoDBRecord, image: "OldImage" | "NewImage") => imageOf(record, image, OrderEntity);
