import type { BaseServices } from "../../../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../../../platform/runtime/serve.ts";
import { openCredentials } from "../../../../platform/signing/open-credentials.ts";
import { openSigning } from "../../../../platform/signing/open-signing.ts";
import { openTable } from "../../../../platform/table/marketplace-table.ts";
import { openDownloads } from "../../../media/open-downloads.ts";
import { openPreviews } from "../../../media/open-previews.ts";
import { openUploads } from "../../../media/open-uploads.ts";

export const serviceFactories = {
  table: openTable,
  downloads: openDownloads,
  deliveries: openUploads,
  publicPreviews: openPreviews,
  signing: openSigning,
  contentCredentials: openCredentials,
};

export type LicensesServices = OpenedServices<typeof serviceFactories> & BaseServices;
