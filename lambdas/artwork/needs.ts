import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "watermarking"] as const satisfies readonly Need[];
