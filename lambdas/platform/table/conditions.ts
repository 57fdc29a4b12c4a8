import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";

/** False if the write's condition failed; throws any other error. */
export async function conditionHeld(write: Promise<unknown>) {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Condition for optimistic locking: the attribute still has the value that was read, or is still absent. */
export const ifUnchanged = <const A extends string, V extends string | number | boolean>(
  attr: A,
  value: V | undefined,
) => (value === undefined ? { attr, exists: false as const } : { attr, eq: value });

/** Cancellation reasons of writes that lost to a concurrent one. */
const LOST = ["ConditionalCheckFailed", "TransactionConflict"];

/** True if a concurrent write came first. A transaction may also be cancelled for its throughput or its size. */
export function isLostRace(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some(({ Code = "" }) => LOST.includes(Code));
  return error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException;
}
