import type { Entity, FormattedItem } from "dynamodb-toolbox/entity";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { MarketplaceTable, type OpenTable } from "./marketplace-table.ts";

/** Options of a query for every item of its range, as the table has them at the moment. */
export const EVERY_ITEM = { consistent: true, entityAttrFilter: false, maxPages: Number.POSITIVE_INFINITY } as const;

/** Every item of a kind in a partition, by the beginning of its sort key; as the table has them at the moment. */
export async function queryAll<E extends Entity>(
  table: OpenTable,
  entity: E,
  { partition, beginsWith }: { readonly partition: string; readonly beginsWith: string },
): Promise<FormattedItem<E>[]> {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition, range: { beginsWith } })
    .entities(entity)
    .options(EVERY_ITEM);
  const { Items = [] } = await table.send(query);
  return Items as FormattedItem<E>[];
}
