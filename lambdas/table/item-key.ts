import { string } from "dynamodb-toolbox/schema";
import { prefix } from "dynamodb-toolbox/transformers/prefix";

/** The partition key `PREFIX#id`. The id is stored nowhere else, so no index has to carry it twice. */
export const partOf = <const P extends string>(kind: P) => string().key().savedAs("pk").transform(prefix(kind));

/** The sort key `PREFIX#id`. */
export const sortedBy = <const P extends string>(kind: P) => string().key().savedAs("sk").transform(prefix(kind));

/** The sort key of an item that stands for itself: the bare prefix. */
export const alone = <const P extends string>(kind: P) => string().key().const(kind).savedAs("sk").hidden();
