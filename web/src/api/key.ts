import type { Route } from "#shared/route.ts";
import { type LooseInput, type ReadInput, requestOf } from "./request.ts";

/** The cache key of a read, e.g. `GET /api/artwork?sort=popular`: derivable wherever the route is known. */
export function keyOf<R extends Route>(route: R, input: ReadInput<R>): string {
  const { method, path, query } = requestOf(route, input as LooseInput);
  const search = new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
  return `${method} ${path}${search ? `?${search}` : ""}`;
}
