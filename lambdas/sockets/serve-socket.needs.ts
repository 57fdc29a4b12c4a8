import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "sockets", "socketDeadlines"] as const satisfies readonly Need[];
