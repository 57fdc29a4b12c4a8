import type { Need } from "../runtime/environment.ts";

export const needs = ["reading", "index"] as const satisfies readonly Need[];
