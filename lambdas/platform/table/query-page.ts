import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { MarketplaceTable, type OpenTable } from "./marketplace-table.ts";
import { mapReadable } from "./unreadable.ts";

type Query = Parameters<ReturnType<typeof buildQuery>["query"]>[0];

interface PageOptions {
  readonly limit: number;
  readonly reverse?: boolean;
  readonly consistent?: true;
  readonly exclusiveStartKey?: Record<string, string> | undefined;
}

const buildQuery = () => MarketplaceTable.build(QueryCommand);

/**
 * A page of a query's items, mapped by `read`. Malformed ones are replaced by the following ones, so a short page is the last
 * one.
 */
export async function queryPage<T>(
  table: OpenTable,
  query: Query,
  { limit, exclusiveStartKey, ...options }: PageOptions,
  read: (item: Record<string, unknown>) => T,
): Promise<T[]> {
  const found: T[] = [];
  for (let start: Record<string, unknown> | undefined = exclusiveStartKey; ; ) {
    const { Items = [], LastEvaluatedKey } = await table.send(
      buildQuery()
        .query(query)
        .options({ ...options, limit: limit - found.length, ...(start ? { exclusiveStartKey: start } : {}) }),
    );
    found.push(...mapReadable(Items, read));
    if (!LastEvaluatedKey || found.length >= limit) return found;
    start = LastEvaluatedKey;
  }
}

const ITEMS_AT_ONCE = 100;

/** All items of a query, mapped by `read`, without malformed ones; a page is read once the one before it is used up. */
export async function* queryByPages<T>(table: OpenTable, query: Query, read: (item: Record<string, unknown>) => T) {
  for (let start: Record<string, unknown> | undefined; ; ) {
    const { Items = [], LastEvaluatedKey } = await table.send(
      buildQuery()
        .query(query)
        .options({ limit: ITEMS_AT_ONCE, ...(start ? { exclusiveStartKey: start } : {}) }),
    );
    yield* mapReadable(Items, read);
    if (!LastEvaluatedKey) return;
    start = LastEvaluatedKey;
  }
}
