import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  type ExecuteTransactWriteInput,
  type ExecuteTransactWriteOptions,
  execute,
} from "dynamodb-toolbox/entity/actions/transactWrite";
import type { FailureCode } from "#shared/failures.ts";
import { type Failure, fail } from "../runtime/failure.ts";
import type { OpenTable } from "./marketplace-table.ts";
import { backOff, CONFLICT_ATTEMPTS } from "./retries.ts";

export type Write = Exclude<ExecuteTransactWriteInput[number], ExecuteTransactWriteOptions>;

/** A write of a transaction, and the outcome if its condition fails. */
export interface ConditionalWrite<F extends FailureCode> {
  readonly write: Write;
  /** A failure, or `done` if the result exists already. Absent without a condition. */
  readonly failure?: F | "done";
}

/** Writes all or nothing. A failed condition returns its failure; the first one counts. Throws if no named condition failed. */
export async function transact<F extends FailureCode>(
  table: OpenTable,
  writes: readonly ConditionalWrite<F>[],
): Promise<Failure<F> | undefined> {
  const failed = await attempt(
    table,
    writes.map(({ write }) => write),
  );
  return toOutcome(writes, failed);
}

/** The outcome of a transaction whose conditions at these indexes failed. */
export function toOutcome<F extends FailureCode>(writes: readonly ConditionalWrite<F>[], failed: readonly number[]) {
  if (failed.length === 0) return undefined;
  const outcome = failed.map((at) => writes[at]?.failure).find((failure) => failure !== undefined);
  if (outcome === undefined) throw new Error(`A condition without a failure wasn't met (writes ${failed.join(", ")})`);
  return outcome === "done" ? undefined : fail(outcome);
}

/**
 * Writes all or nothing and returns the indexes of failed conditions: none on success. Conflicting transactions are retried
 * up to eight times; throws after that.
 */
export async function attempt(table: OpenTable, writes: readonly Write[]): Promise<number[]> {
  for (let tried = 1; ; tried++) {
    try {
      await table.send({ send: () => execute(...writes) });
      return [];
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const failed = codes.flatMap((code, at) => (code === "ConditionalCheckFailed" ? [at] : []));
      if (failed.length > 0) return failed;
      if (!codes.includes("TransactionConflict") || tried === CONFLICT_ATTEMPTS) throw error;
      await backOff(tried);
    }
  }
}
