import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "presigning"] as const satisfies readonly Need[];
