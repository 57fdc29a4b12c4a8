import { Entity } from "dynamodb-toolbox/entity";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { item, number, string } from "dynamodb-toolbox/schema";
import type { FailureCode } from "#shared/failures.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { Failure } from "../runtime/failure.ts";
import { buildRequestKey } from "../runtime/request.ts";
import { epochSeconds } from "../runtime/time.ts";
import { partitionKey, sortKey } from "./item-key.ts";
import { MarketplaceTable, type OpenTable } from "./marketplace-table.ts";
import { attempt, type ConditionalWrite, toOutcome, transact } from "./transact.ts";

/** The result of a call with an `Idempotency-Key`, so that a repeat creates nothing. */
export const IdempotencyEntity = new Entity({
  name: "idempotency",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    /** Hash of the caller's key and the request. */
    hash: sortKey("IDEMPOTENCY_KEY"),
    resultId: string(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

interface IdempotentRequest {
  readonly userId: string;
  /** The caller's key; without one, every call is a new request. */
  readonly idempotencyKey: string | undefined;
  /** The request itself: the same key with another request is a new request. */
  readonly request: object;
  /** Id of the entity that this call creates. */
  readonly resultId: string;
  readonly now: Date;
}

/** The id that an earlier call with this key created within a day. */
export async function findEarlierId(
  table: OpenTable,
  { userId, idempotencyKey, request }: Pick<IdempotentRequest, "userId" | "idempotencyKey" | "request">,
) {
  const hash = buildRequestKey(idempotencyKey, request);
  if (!hash) return undefined;
  const get = IdempotencyEntity.build(GetItemCommand).key({ userId, hash }).options({ consistent: true });
  return (await table.send(get)).Item?.resultId;
}

/**
 * Like `transact`, but once per key within a day: a repeat writes nothing and returns the id that the first call created,
 * which may be deleted since.
 */
export async function transactOnce<F extends FailureCode>(
  table: OpenTable,
  once: IdempotentRequest,
  writes: readonly ConditionalWrite<F>[],
): Promise<Failure<F> | { readonly earlierId: string } | undefined> {
  const { userId, idempotencyKey, request, resultId, now } = once;
  const hash = buildRequestKey(idempotencyKey, request);
  if (!hash) return transact(table, writes);
  const expires = epochSeconds(now) + LIFETIMES.repeat;
  const record = IdempotencyEntity.build(PutTransaction)
    .item({ userId, hash, resultId, expires })
    .options({ condition: { attr: "userId", exists: false } });
  const failed = await attempt(table, [record, ...writes.map(({ write }) => write)]);
  if (!failed.includes(0)) {
    return toOutcome(
      writes,
      failed.map((at) => at - 1),
    );
  }
  const earlierId = await findEarlierId(table, once);
  if (!earlierId) throw new Error("The idempotency record that refused the write is gone");
  return { earlierId };
}
