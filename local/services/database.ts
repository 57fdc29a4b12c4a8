import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Opens the SQLite file `<dir>/<name>.sqlite`, or a database in memory without `dir`, and applies `schema`
 * (idempotent statements). Throws a one-line error when the file is damaged.
 */
export function openDatabase(dir: string | undefined, name: string, schema: string): DatabaseSync {
  if (!dir) return withSchema(new DatabaseSync(":memory:"), schema);
  mkdirSync(dir, { recursive: true });
  const file = join(dir, `${name}.sqlite`);
  try {
    const database = new DatabaseSync(file);
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;");
    return withSchema(database, schema);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The state file ${file} can't be read (${why}). Start with --fresh, or delete it.`, { cause });
  }
}

function withSchema(database: DatabaseSync, schema: string): DatabaseSync {
  database.exec(schema);
  return database;
}
