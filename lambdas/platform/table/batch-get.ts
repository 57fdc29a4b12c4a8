import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type BatchGetCommand, type ExecuteBatchGetResponses, execute } from "dynamodb-toolbox/table/actions/batchGet";
import { MarketplaceTable, type OpenTable } from "./marketplace-table.ts";
import { reportUnreadable, UnreadableItem } from "./unreadable.ts";

/** DynamoDB's maximum number of keys per read. */
const MAX_KEYS = 100;

type Found<C extends BatchGetCommand> = ExecuteBatchGetResponses<[C]>["Responses"][0];

/**
 * Reads up to 100 items by key, `undefined` for missing ones. Throws if some stay unread, and UnreadableItem for a malformed
 * item.
 */
export async function requireBatch<const C extends BatchGetCommand>(
  table: OpenTable,
  command: C,
  documentClient = MarketplaceTable.getDocumentClient(),
): Promise<Found<C>> {
  const { Responses, UnprocessedKeys } = await table.send({
    send: () => execute({ documentClient }, command) as unknown as Promise<ExecuteBatchGetResponses<[C]>>,
  });
  if (Object.keys(UnprocessedKeys ?? {}).length > 0)
    throw new Error("BatchGetItem returned unprocessed keys after all retries");
  return Responses[0];
}

/** Reads up to 100 items by key for a list: malformed items count as missing. */
export async function batchGet<const C extends BatchGetCommand>(table: OpenTable, command: C): Promise<Found<C>> {
  try {
    return await requireBatch(table, command);
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error;
    return readWithout(table, command, error);
  }
}

type Responses = Record<string, Record<string, unknown>[]>;

/** Reads again without the malformed items, because one makes the library reject the batch. */
async function readWithout<const C extends BatchGetCommand>(table: OpenTable, command: C, first: UnreadableItem) {
  const client = MarketplaceTable.getDocumentClient();
  let answer: Promise<{ readonly Responses?: Responses }> | undefined;
  const spoilt: UnreadableItem[] = [first];
  const isGood = (item: Record<string, unknown>) => !spoilt.some((unreadable) => unreadable.matches(item));
  const send = async (sent: Parameters<typeof client.send>[0]) => {
    answer ??= client.send(sent) as unknown as Promise<{ readonly Responses?: Responses }>;
    const read = await answer;
    const good = Object.entries(read?.Responses ?? {}).map(([name, items]) => [name, items.filter(isGood)]);
    return { ...read, Responses: Object.fromEntries(good) };
  };
  for (;;) {
    try {
      const found = await requireBatch(table, command, { send } as unknown as DynamoDBDocumentClient);
      for (const unreadable of spoilt) reportUnreadable(unreadable);
      return found;
    } catch (error) {
      if (!(error instanceof UnreadableItem) || spoilt.length >= MAX_KEYS) throw error;
      spoilt.push(error);
    }
  }
}

/** Reads any number of keys, up to a hundred per call of `read`; results are in the order of the keys. */
export async function inBatches<K, T>(
  keys: readonly K[],
  read: (batch: readonly K[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let at = 0; at < keys.length; at += MAX_KEYS) found.push(...(await read(keys.slice(at, at + MAX_KEYS))));
  return found;
}
