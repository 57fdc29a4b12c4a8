import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { type IndexName, TABLE } from "./indexes.ts";
import { MarketplaceTable, type OpenTable } from "./marketplace-table.ts";
import { mapReadable } from "./unreadable.ts";

const SHARDS = 4;

/** Partitions of a list that may contain all artwork, because one partition takes a thousand writes a second. */
const listShards = (list: string): readonly string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${list}#${shard}`);

/** The artwork's partition: its id ends in a random hexadecimal digit. */
export const getShard = (list: string, artworkId: string): string =>
  listShards(list)[Number.parseInt(artworkId.slice(-1), 16) % SHARDS] ?? list;

interface ShardedQuery<T> {
  readonly index: IndexName;
  readonly list: string;
  readonly limit: number;
  readonly range?: { readonly gte: string };
  /** The key after which a shard continues. */
  readonly getStart?: ((shard: string) => Record<string, string>) | undefined;
  readonly read: (item: Item) => T;
}

type Item = Record<string, unknown>;

/**
 * The last readable items of a list by sort key, from all its shards. Each is queried for half of a page, which costs half a
 * read unit for cards, and again if it has more than that.
 */
export async function queryShards<T>(
  table: OpenTable,
  { index, list, limit, range, getStart, read }: ShardedQuery<T>,
): Promise<T[]> {
  const { sortKey } = TABLE.indexes.find(({ name }) => name === index) ?? TABLE;
  const getKey = (item: Item | undefined) => String(item?.[sortKey] ?? "");
  const shards = listShards(list).map((partition) => ({
    partition,
    items: [] as { readonly key: string; readonly shown: T }[],
    /** The sort key of the last item, readable or not. */
    last: "",
    next: getStart?.(partition) as Item | undefined,
    isOver: false,
  }));
  type Shard = (typeof shards)[number];

  async function readMore(shard: Shard) {
    const { partition, next } = shard;
    const query = MarketplaceTable.build(QueryCommand)
      .query({ index, partition, ...(range ? { range } : {}) })
      .options({ limit: Math.ceil(limit / 2), reverse: true, ...(next ? { exclusiveStartKey: next } : {}) });
    const { Items = [], LastEvaluatedKey } = await table.send(query);
    shard.items.push(...mapReadable(Items, (item) => ({ key: getKey(item), shown: read(item) })));
    shard.last = getKey(Items.at(-1));
    shard.next = LastEvaluatedKey;
    shard.isOver = LastEvaluatedKey === undefined;
  }

  for (let lacking = shards; ; ) {
    await Promise.all(lacking.map(readMore));
    const found = shards
      .flatMap(({ items }) => items)
      .sort((one, other) => (one.key < other.key ? 1 : -1))
      .slice(0, limit);
    const last = found.length < limit ? "" : (found.at(-1)?.key ?? "");
    lacking = shards.filter((shard) => !shard.isOver && shard.last > last);
    if (lacking.length === 0) return found.map(({ shown }) => shown);
  }
}
