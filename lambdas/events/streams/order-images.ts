import type { DynamoDBRecord } from "aws-lambda";
import { OrderEntity } from "../../areas/purchases/order/order.entity.ts";
import { parseImage } from "./consume.ts";

/** The order in a record's image; `undefined` without one. */
export const parseOrder = (record: DynamoDBRecord, image: "OldImage" | "NewImage") =>
  parseImage(record, image, OrderEntity);
