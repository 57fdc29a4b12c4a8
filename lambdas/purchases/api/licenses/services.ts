import { openDownloads } from "../../../media/open-downloads.ts";
import type { BaseServices } from "../../../runtime/base-services.ts";
import type { ServicesOf } from "../../../runtime/serve.ts";
import { openSigning } from "../../../signing/open-signing.ts";
import { openTable } from "../../../table/marketplace-table.ts";

export const serviceFactories = {
  table: openTable,
  downloads: openDownloads,
  signing: openSigning,
};

export type LicensesServices = ServicesOf<typeof serviceFactories> & BaseServices;
