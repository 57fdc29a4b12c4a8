import type { Need } from "../runtime/environment.ts";

/** What its parts need together. */
export const needs = [
  "table",
  "mail",
  "purging",
  "invalidating",
  "watermarking",
  "index",
  "indexing",
] as const satisfies readonly Need[];
