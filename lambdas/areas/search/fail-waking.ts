import { LIMITS } from "#shared/limits.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { counted } from "../../platform/runtime/counted.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { unlessAway } from "../../search-engine/engine.ts";

/** The engine's answer, or the failure of a search that gets none in time. */
export const orFailWaking = <T>({ log }: Pick<BaseServices, "log">, answer: Promise<T>) =>
  unlessAway(answer, () => {
    log.warn("The search engine gave no answer in time", counted("SearchesWaking"));
    return fail("search_waking", { retryAfter: LIMITS.search.retryAfter });
  });
