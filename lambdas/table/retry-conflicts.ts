import { type DynamoDBClient, TransactionConflictException } from "@aws-sdk/client-dynamodb";

/** How often a write is tried that conflicts with a transaction. */
export const CONFLICT_ATTEMPTS = 8;
const LONGEST_BACKOFF_MS = 800;

/** Exponential backoff with full jitter. */
export const backOff = (tried: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(LONGEST_BACKOFF_MS, 25 * 2 ** tried)));

/**
 * Has the client try a single write again that DynamoDB refused because a transaction was writing the item: nothing was
 * written, and the SDK gives up at once.
 */
export function retryConflicts(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (call) => {
      for (let tried = 1; ; tried++) {
        try {
          return await next(call);
        } catch (error) {
          if (!(error instanceof TransactionConflictException) || tried === CONFLICT_ATTEMPTS) throw error;
          await backOff(tried);
        }
      }
    },
    { step: "initialize", name: "retryConflicts" },
  );
  return client;
}
