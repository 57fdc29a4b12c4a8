import { string } from "dynamodb-toolbox/schema";
import { prefix } from "dynamodb-toolbox/transformers/prefix";
import { parse, stringify } from "uuid";
import { attributeCodec } from "./attribute-codec.ts";

/** The partition key `PREFIX#id`. The id is stored nowhere else, so no index has to carry it twice. */
export const partitionKey = <const P extends string>(kind: P) => string().key().savedAs("pk").transform(prefix(kind));

/** The sort key `PREFIX#id`. */
export const sortKey = <const P extends string>(kind: P) => string().key().savedAs("sk").transform(prefix(kind));

/** The sort key of an item that is the only one of its kind in its partition. */
export const constantSortKey = <const P extends string>(kind: P) => string().key().const(kind).savedAs("sk").hidden();

export const uuidCodec = attributeCodec({
  encode: (id: string) => Buffer.from(parse(id)).toString("base64url"),
  decode: (stored: string) => stringify(Buffer.from(stored, "base64url")),
});

/**
 * Stores a UUID in 22 characters instead of 36, which is what lets 20 cards fit into one read unit.
 * Not for sort keys: the short form doesn't sort as the UUID does.
 */
export const compactId = () => string().transform(uuidCodec);
