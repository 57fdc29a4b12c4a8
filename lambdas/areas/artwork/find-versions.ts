import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryReadable, requireAll } from "../../platform/table/query-all.ts";
import { VersionEntity } from "./artwork.entity.ts";

/** Every version of an artwork, as the table has them at the moment. */
export const findVersions = (table: OpenTable, artworkId: string) => requireAll(table, VersionEntity, { artworkId });

/** The same as far as each can be read. */
export const findReadableVersions = (table: OpenTable, artworkId: string) =>
  queryReadable(table, VersionEntity, { artworkId });
