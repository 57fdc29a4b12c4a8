import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openIndex } from "../../search-engine/index.ts";
import { openPreviewMaker } from "../media/open-preview-maker.ts";

export const serviceFactories = { table: openTable, index: openIndex, previewMaker: openPreviewMaker };

export type ArtworkServices = OpenedServices<typeof serviceFactories> & BaseServices;
