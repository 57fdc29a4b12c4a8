import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "uploads"] as const satisfies readonly Need[];
