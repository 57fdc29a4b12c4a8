import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "index", "indexing"] as const satisfies readonly Need[];
