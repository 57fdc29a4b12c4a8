import type { Need } from "../runtime/environment.ts";

export const needs = ["table"] as const satisfies readonly Need[];
