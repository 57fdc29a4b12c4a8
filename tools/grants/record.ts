import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StackAccessControl } from "ochre-local/access";
import { PROJECT } from "#lib/bundling/entries.ts";

/** Where test runs leave which grants they needed; `npm run grants` reads it. */
export const GRANTS_FOLDER = join(PROJECT, ".build/grants");

export type RecordedGrant = ReturnType<StackAccessControl["grants"]>[number];

/**
 * Keeps every grant of a stack's functions, with whether this run needed it. A later run of the same test file, which
 * `name` tells apart, takes its place.
 */
export function recordGrants(kind: "unit" | "e2e", name: string, grants: readonly RecordedGrant[]) {
  mkdirSync(GRANTS_FOLDER, { recursive: true });
  writeFileSync(join(GRANTS_FOLDER, `${kind}-${name}.json`), JSON.stringify(grants));
}
