import type { BaseServices } from "../platform/runtime/base-services.ts";
import { openServices } from "../platform/runtime/serve.ts";
import { type OpenTable, openTable } from "../platform/table/marketplace-table.ts";
import type { OpenIndex } from "../search-engine/engine.ts";
import { openIndex } from "../search-engine/index.ts";

export interface PageServices extends BaseServices {
  /** Read only. */
  readonly table: OpenTable;
  readonly index: OpenIndex;
}

export function openPageServices(variables: Readonly<Record<string, string | undefined>>): PageServices {
  const { readOnlyTable, ...others } = openServices("pages", { readOnlyTable: openTable, index: openIndex }, variables);
  return { ...others, table: readOnlyTable };
}
