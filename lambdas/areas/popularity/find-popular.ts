import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { INDEX } from "../../platform/table/indexes.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryShards } from "../../platform/table/query-shards.ts";
import { formatCard, getArtworkKey, type ListPage } from "../artwork/artwork-lists.ts";
import { findArtworkEventually } from "../artwork/find-artwork.ts";
import { POPULAR_LIST, popularRank } from "./popular-rank.ts";
import { WEEKLY_LIST, WeeklyRankEntity } from "./weekly.entity.ts";
import { leastWeeklyRank } from "./weekly-score.ts";

/** Visible artwork, most popular first; a cursor costs one more read, for its rank. */
export async function queryPopular(table: OpenTable, { cursor, limit }: ListPage) {
  const rank = cursor && (await findPopularRank(table, cursor));
  const getStart =
    cursor && rank ? (shard: string) => ({ rankedPk: shard, rankedSk: rank, ...getArtworkKey(cursor) }) : undefined;
  return queryShards(table, { index: INDEX.ranked, list: POPULAR_LIST, limit, getStart, read: formatCard });
}

/** The artwork's rank; also of deleted artwork, whose item stays as a tombstone. */
async function findPopularRank(table: OpenTable, artworkId: string) {
  const artwork = await findArtworkEventually(table, artworkId);
  return artwork?.popularRank ?? popularRank(artwork ?? { artworkId });
}

const formatter = WeeklyRankEntity.build(EntityFormatter);

/** Recently popular artwork with decay, best first, with artist ids: one query per shard. */
export async function queryPopularThisWeek(table: OpenTable, now: Date, limit: number) {
  const range = { gte: leastWeeklyRank(now) };
  const read = (item: Record<string, unknown>) => {
    const { artworkId, ownerId = artworkId } = formatter.format(item, { attributes: ["artworkId", "ownerId"] });
    return { artworkId, ownerId };
  };
  return queryShards(table, { index: INDEX.ranked, list: WEEKLY_LIST, range, limit, read });
}
