import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "uploads", "previews"] as const satisfies readonly Need[];
