import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openIndex } from "../../search-engine/index.ts";

export const serviceFactories = { index: openIndex };

export type SearchServices = OpenedServices<typeof serviceFactories> & BaseServices;
