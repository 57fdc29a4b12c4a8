import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { INDEX } from "../../platform/table/indexes.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { WEEKLY_PARTITION, WeeklyRankEntity } from "./weekly.entity.ts";
import { leastWeeklyRank } from "./weekly-score.ts";

const formatter = WeeklyRankEntity.build(EntityFormatter);

/** The most favoured of late with decay, best first, with their artists: one query, whatever the table holds. */
export async function queryPopularThisWeek(table: OpenTable, now: Date, limit: number) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: INDEX.ranked, partition: WEEKLY_PARTITION, range: { gte: leastWeeklyRank(now) } })
    .options({ limit, reverse: true });
  const { Items = [] } = await table.send(query);
  return Items.map((item) => {
    const { artworkId, ownerId = artworkId } = formatter.format(item, { attributes: ["artworkId", "ownerId"] });
    return { artworkId, ownerId };
  });
}
