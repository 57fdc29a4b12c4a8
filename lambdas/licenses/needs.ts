import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "downloads", "signing"] as const satisfies readonly Need[];
