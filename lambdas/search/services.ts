import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openIndex } from "./engine/index.ts";

export const serviceFactories = { index: openIndex };

export type SearchServices = ServicesOf<typeof serviceFactories> & BaseServices;
