import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "sockets"] as const satisfies readonly Need[];
