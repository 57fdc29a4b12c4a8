import type { Entity, FormattedItem } from "dynamodb-toolbox/entity";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { MarketplaceTable, type OpenTable } from "./marketplace-table.ts";

/** Every item of a kind in a partition, by the beginning of its sort key; as the table has them at the moment. */
export async function queryAll<E extends Entity>(
  table: OpenTable,
  entity: E,
  { partition, beginsWith }: { readonly partition: string; readonly beginsWith: string },
): Promise<FormattedItem<E>[]> {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition, range: { beginsWith } })
    .entities(entity)
    .options({ consistent: true, entityAttrFilter: false, maxPages: Number.POSITIVE_INFINITY });
  const { Items = [] } = await table.send(query);
  return Items as FormattedItem<E>[];
}
