import type { Need } from "../runtime/environment.ts";

export const needs = ["table", "sockets"] as const satisfies readonly Need[];

/** Called for new notifications alone: every other write would cost a call that does nothing. */
export const wanted = [
  { eventName: ["INSERT"], dynamodb: { Keys: { pk: { S: [{ prefix: "U#" }] }, sk: { S: [{ prefix: "N#" }] } } } },
];
