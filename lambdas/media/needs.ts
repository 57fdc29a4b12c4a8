import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "tickets"] as const satisfies readonly Need[];
