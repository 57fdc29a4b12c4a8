import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { ServicesOf } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openIndex } from "../../search-engine/index.ts";
import { openWatermarking } from "../media/open-watermarking.ts";

export const serviceFactories = { table: openTable, index: openIndex, watermarking: openWatermarking };

export type ArtworkServices = ServicesOf<typeof serviceFactories> & BaseServices;
