import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "mail"] as const satisfies readonly Need[];
