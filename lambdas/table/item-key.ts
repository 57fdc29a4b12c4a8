import { string } from "dynamodb-toolbox/schema";
import { prefix } from "dynamodb-toolbox/transformers/prefix";

/** The partition key `PREFIX#id`. The id is stored nowhere else, so no index has to carry it twice. */
export const partitionKey = <const P extends string>(kind: P) => string().key().savedAs("pk").transform(prefix(kind));

/** The sort key `PREFIX#id`. */
export const sortKey = <const P extends string>(kind: P) => string().key().savedAs("sk").transform(prefix(kind));

/** The sort key of an item that is the only one of its kind in its partition. */
export const constantSortKey = <const P extends string>(kind: P) => string().key().const(kind).savedAs("sk").hidden();
