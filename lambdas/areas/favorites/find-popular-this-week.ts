import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { INDEX } from "../../platform/table/indexes.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryShards } from "../../platform/table/query-shards.ts";
import { WEEKLY_LIST, WeeklyRankEntity } from "./weekly.entity.ts";
import { leastWeeklyRank } from "./weekly-score.ts";

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
