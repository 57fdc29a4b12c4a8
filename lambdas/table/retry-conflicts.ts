import { type DynamoDBClient, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { backOff, CONFLICT_ATTEMPTS } from "./transact.ts";

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
