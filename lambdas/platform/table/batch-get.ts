import { type BatchGetCommand, type ExecuteBatchGetResponses, execute } from "dynamodb-toolbox/table/actions/batchGet";
import type { OpenTable } from "./marketplace-table.ts";

/** How many keys one read takes at most. */
const MOST_KEYS = 100;

/** Reads up to 100 items by key, each `undefined` where there is none. Throws when the table leaves some unread. */
export async function batchGet<const C extends BatchGetCommand>(
  table: OpenTable,
  command: C,
): Promise<ExecuteBatchGetResponses<[C]>["Responses"][0]> {
  const { Responses, UnprocessedKeys } = await table.send({
    send: () => execute(command),
  });
  if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Error("The table left some items of a batch unread");
  return Responses[0];
}

/** Reads any number of keys, up to a hundred with each call of `read`; the results in the order of the keys. */
export async function inBatches<K, T>(
  keys: readonly K[],
  read: (batch: readonly K[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let at = 0; at < keys.length; at += MOST_KEYS) found.push(...(await read(keys.slice(at, at + MOST_KEYS))));
  return found;
}
