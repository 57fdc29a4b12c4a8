import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  type ExecuteTransactWriteInput,
  type ExecuteTransactWriteOptions,
  execute,
} from "dynamodb-toolbox/entity/actions/transactWrite";
import type { FailureCode } from "#shared/failures.ts";
import { type Failure, fail } from "../runtime/failure.ts";
import type { OpenTable } from "./marketplace-table.ts";

export type Write = Exclude<ExecuteTransactWriteInput[number], ExecuteTransactWriteOptions>;

/** One write of a transaction and what it means when its condition doesn't hold. */
export interface GuardedWrite<F extends FailureCode> {
  readonly write: Write;
  /** A failure, or `done` where the whole stands already. Absent where no condition can fail. */
  readonly otherwise?: F | "done";
}

const ATTEMPTS = 8;
const LONGEST_PAUSE_MS = 800;

/**
 * Writes all or nothing. A condition that doesn't hold answers with its own failure; the first one counts.
 * Throws when no named condition explains it.
 */
export async function transact<F extends FailureCode>(
  table: OpenTable,
  writes: readonly GuardedWrite<F>[],
): Promise<Failure<F> | undefined> {
  const failed = await attempt(
    table,
    writes.map(({ write }) => write),
  );
  return meaningOf(writes, failed);
}

/** What it means that the writes at these places didn't hold. */
export function meaningOf<F extends FailureCode>(writes: readonly GuardedWrite<F>[], failed: readonly number[]) {
  if (failed.length === 0) return undefined;
  const meaning = failed.map((at) => writes[at]?.otherwise).find((otherwise) => otherwise !== undefined);
  if (meaning === undefined) throw new Error(`A condition without a name didn't hold (writes ${failed.join(", ")})`);
  return meaning === "done" ? undefined : fail(meaning);
}

/**
 * Writes all or nothing and answers with the places of the writes whose conditions didn't hold: none when it is written.
 * Two transactions that meet on an item are tried again, up to eight times; throws after that.
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
      if (!codes.includes("TransactionConflict") || tried === ATTEMPTS) throw error;
      await pause(tried);
    }
  }
}

/** Waits a random while that grows with every try, so that those who met don't meet again. */
export const pause = (tried: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(LONGEST_PAUSE_MS, 25 * 2 ** tried)));
