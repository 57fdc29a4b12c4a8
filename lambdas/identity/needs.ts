import type { Need } from "../runtime/environment.ts";

export const needs = [] as const satisfies readonly Need[];
