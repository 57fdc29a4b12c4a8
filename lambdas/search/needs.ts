import type { Need } from "../runtime/environment.ts";

export const needs = ["index"] as const satisfies readonly Need[];
