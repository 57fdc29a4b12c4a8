import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { requireAll } from "../../platform/table/query-all.ts";
import { VersionEntity } from "./artwork.entity.ts";

/** Every version of an artwork, as the table has them at the moment. */
export const findVersions = (table: OpenTable, artworkId: string) =>
  requireAll(table, VersionEntity, { partition: `A#${artworkId}`, beginsWith: "V#" });
