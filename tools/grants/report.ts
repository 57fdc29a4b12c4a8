import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { JUSTIFIED_GRANTS } from "./justified.ts";
import { GRANTS_FOLDER, type RecordedGrant } from "./record.ts";
import { compareGrants } from "./unused.ts";

/**
 * Prints the grants that no test's last run needed, one line per function, action and resource, and exits with 1 if there
 * are any. `--clear` deletes the records.
 */
if (process.argv.includes("--clear")) rmSync(GRANTS_FOLDER, { recursive: true, force: true });
else {
  const files = existsSync(GRANTS_FOLDER) ? readdirSync(GRANTS_FOLDER) : [];
  for (const kind of ["unit", "e2e"]) {
    if (!files.some((name) => name.startsWith(kind)))
      throw new Error(`No run of ${kind} has left its grants: npm test`);
  }
  const runs = files.map((name): RecordedGrant[] => JSON.parse(readFileSync(join(GRANTS_FOLDER, name), "utf8")));
  const { unused, superfluous } = compareGrants(runs, JUSTIFIED_GRANTS);
  for (const line of unused) console.error(`No test needs ${line}`);
  for (const { functionPattern, grantPattern } of superfluous)
    console.error(`Every grant is used that ${functionPattern} ${grantPattern} justifies`);
  process.exitCode = unused.length + superfluous.length > 0 ? 1 : 0;
}
