import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryReadable, requireAll } from "../../platform/table/query-all.ts";
import { VersionEntity } from "./artwork.entity.ts";

/** Every version of an artwork, by a consistent read. */
export const findVersions = (table: OpenTable, artworkId: string) => requireAll(table, VersionEntity, { artworkId });

/** Every version of an artwork with its readable attributes. */
export const findReadableVersions = (table: OpenTable, artworkId: string) =>
  queryReadable(table, VersionEntity, { artworkId });
