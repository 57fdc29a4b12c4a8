import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "identity", "mail"] as const satisfies readonly Need[];
