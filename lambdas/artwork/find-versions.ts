import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { MarketplaceTable, type OpenTable } from "../table/marketplace-table.ts";
import { VersionEntity } from "./artwork.entity.ts";

/** Every version of an artwork, as the table has them at the moment. */
export async function findVersions(table: OpenTable, artworkId: string) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: `A#${artworkId}`, range: { beginsWith: "V#" } })
    .entities(VersionEntity)
    .options({ consistent: true, entityAttrFilter: false, maxPages: Number.POSITIVE_INFINITY });
  return (await table.send(query)).Items ?? [];
}
