import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  type ExecuteTransactWriteInput,
  type ExecuteTransactWriteOptions,
  execute,
} from "dynamodb-toolbox/entity/actions/transactWrite";
import type { FailureCode } from "#shared/failures.ts";
import { Failure } from "../runtime/failure.ts";
import type { OpenTable } from "./marketplace-table.ts";

export type Write = Exclude<ExecuteTransactWriteInput[number], ExecuteTransactWriteOptions>;

/** One write of a transaction and what it means when its condition doesn't hold. */
export interface GuardedWrite<F extends FailureCode> {
  readonly write: Write;
  /** Absent where no condition can fail. */
  readonly otherwise?: F;
}

const ATTEMPTS = 5;

/**
 * Writes all or nothing. A condition that doesn't hold answers with its own failure; the first one counts.
 * Two transactions that meet on an item are tried again, up to five times. Throws when no named condition explains it.
 */
export async function transact<F extends FailureCode>(
  table: OpenTable,
  writes: readonly GuardedWrite<F>[],
): Promise<Failure<F> | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await table.send({ send: () => execute(...writes.map(({ write }) => write)) });
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const failed = writes.find(({ otherwise }, at) => codes[at] === "ConditionalCheckFailed" && otherwise);
      if (failed?.otherwise) return new Failure(failed.otherwise);
      const met = codes.includes("TransactionConflict") && !codes.includes("ConditionalCheckFailed");
      if (!met || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * 2 ** attempt));
    }
  }
}
