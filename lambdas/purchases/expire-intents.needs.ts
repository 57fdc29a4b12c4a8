import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "payments"] as const satisfies readonly Need[];
