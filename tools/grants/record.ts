import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StackAccessControl } from "ochre-local/access";
import { PROJECT } from "#lib/bundling/entries.ts";

/** Folder of the grants that test runs needed, for `npm run grants`. */
export const GRANTS_FOLDER = join(PROJECT, ".build/grants");

export type RecordedGrant = ReturnType<StackAccessControl["listGrants"]>[number];

/** Records every grant of a stack's functions and whether this run needed it. A later run with the same `name` replaces it. */
export function recordGrants(kind: "unit" | "e2e", name: string, grants: readonly RecordedGrant[]) {
  mkdirSync(GRANTS_FOLDER, { recursive: true });
  writeFileSync(join(GRANTS_FOLDER, `${kind}-${name}.json`), JSON.stringify(grants));
}
