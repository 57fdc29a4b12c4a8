import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";

export const serviceFactories = {
  table: openTable,
  readOnlyAuditTable: ({ AUDIT_TABLE_NAME }: { readonly AUDIT_TABLE_NAME: string }) => AUDIT_TABLE_NAME,
};

export type AdminServices = OpenedServices<typeof serviceFactories> & BaseServices;
