import type { Need } from "../runtime/environment.ts";

/** What its parts need together. */
export const needs = ["table", "mail", "purging", "index", "indexing"] as const satisfies readonly Need[];
