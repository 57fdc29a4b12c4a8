import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";

/** What DynamoDB says of the writes of a cancelled transaction that somebody else's came before. */
const LOST = ["ConditionalCheckFailed", "TransactionConflict"];

/** Whether somebody else's write came first. A transaction may also be cancelled for its throughput or its size. */
export function isLostRace(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some(({ Code = "" }) => LOST.includes(Code));
  return error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException;
}
