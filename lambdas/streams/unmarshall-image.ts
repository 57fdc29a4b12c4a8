import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue as StreamValue } from "aws-lambda";

/** A stream image as plain values; `undefined` where the record has none. */
export const unmarshallImage = (image: Readonly<Record<string, StreamValue>> | undefined) =>
  image && unmarshall(image as Record<string, AttributeValue>);
