import type { BaseServices } from "../../../../platform/runtime/base-services.ts";
import { openServices } from "../../../../platform/runtime/serve.ts";
import { type OpenTable, openTable } from "../../../../platform/table/marketplace-table.ts";

export interface SalesServices extends BaseServices {
  /** Read only. */
  readonly table: OpenTable;
}

export function openSalesServices(variables: Readonly<Record<string, string | undefined>>): SalesServices {
  const { readOnlyTable, ...others } = openServices("sales", { readOnlyTable: openTable }, variables);
  return { ...others, table: readOnlyTable };
}
