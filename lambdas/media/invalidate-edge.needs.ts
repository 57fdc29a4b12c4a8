import type { Need } from "../runtime/environment.ts";

export const needs = ["edge"] as const satisfies readonly Need[];
