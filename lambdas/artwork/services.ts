import { openWatermarking } from "../media/open-watermarking.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openIndex } from "../search/engine/index.ts";
import { openTable } from "../table/marketplace-table.ts";

export const serviceFactories = { table: openTable, index: openIndex, watermarking: openWatermarking };

export type ArtworkServices = ServicesOf<typeof serviceFactories> & BaseServices;
