import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "marking"] as const satisfies readonly Need[];
