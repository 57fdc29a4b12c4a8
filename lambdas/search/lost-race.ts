import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";

/** Whether somebody else's write came first. */
export const isLostRace = (error: unknown) =>
  error instanceof ConditionalCheckFailedException ||
  error instanceof TransactionCanceledException ||
  error instanceof TransactionConflictException;
