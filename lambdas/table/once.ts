import { Entity } from "dynamodb-toolbox/entity";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { item, number, string } from "dynamodb-toolbox/schema";
import type { FailureCode } from "#shared/failures.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import type { Failure } from "../runtime/failure.ts";
import { requestKeyOf } from "../runtime/request-key.ts";
import { partOf, sortedBy } from "./item-key.ts";
import { MarketplaceTable, type OpenTable } from "./marketplace-table.ts";
import { attempt, type GuardedWrite, meaningOf, transact } from "./transact.ts";

/** What a call with an `Idempotency-Key` made. */
const MadeEntity = new Entity({
  name: "made",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partOf("U"),
    /** Hash of the caller's key and of what was asked for. */
    hash: sortedBy("K"),
    ref: string().savedAs("r"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

interface Once {
  readonly userId: string;
  /** The caller's key; without one, every call is another. */
  readonly idempotencyKey: string | undefined;
  /** What is asked for: the same key for something else is another call. */
  readonly asked: object;
  /** Id of what this call is going to make. */
  readonly ref: string;
  readonly now: Date;
}

/**
 * Writes like `transact`, but once for each key within a day: a repeat writes nothing and answers with the id of what
 * the first call made, under which the caller finds it, or doesn't if it is gone since.
 */
export async function transactOnce<F extends FailureCode>(
  table: OpenTable,
  { userId, idempotencyKey, asked, ref, now }: Once,
  writes: readonly GuardedWrite<F>[],
): Promise<Failure<F> | { readonly repeats: string } | undefined> {
  const hash = requestKeyOf(idempotencyKey, asked);
  if (!hash) return transact(table, writes);
  const expires = epochSeconds(now) + LIFETIMES.repeat;
  const made = MadeEntity.build(PutTransaction)
    .item({ userId, hash, ref, expires })
    .options({ condition: { attr: "userId", exists: false } });
  const failed = await attempt(table, [made, ...writes.map(({ write }) => write)]);
  if (!failed.includes(0)) {
    return meaningOf(
      writes,
      failed.map((at) => at - 1),
    );
  }
  const { Item } = await table.send(
    MadeEntity.build(GetItemCommand).key({ userId, hash }).options({ consistent: true }),
  );
  if (!Item) throw new Error("What was there a moment ago is gone");
  return { repeats: Item.ref };
}
