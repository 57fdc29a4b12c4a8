import { type BatchGetCommand, type ExecuteBatchGetResponses, execute } from "dynamodb-toolbox/table/actions/batchGet";
import type { OpenTable } from "./marketplace-table.ts";

const ATTEMPTS = 5;

/** Reads up to 100 items by key, each `undefined` where there is none. Throws when the table leaves some unread. */
export async function batchGet<const C extends BatchGetCommand>(
  table: OpenTable,
  command: C,
): Promise<ExecuteBatchGetResponses<[C]>["Responses"][0]> {
  const { Responses, UnprocessedKeys } = await table.send({
    send: () => execute<[{ maxAttempts: number }, C]>({ maxAttempts: ATTEMPTS }, command),
  });
  if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Error("The table left some items of a batch unread");
  return Responses[0];
}
