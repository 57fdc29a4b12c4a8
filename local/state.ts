import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A small map on disk, written whole at every change. */
export interface StateFile<V> {
  get(key: string): V | undefined;
  has(key: string): boolean;
  set(key: string, value: V): void;
}

/** Fails with one line when the file holds something else than it wrote. */
export function openStateFile<V>(path: string): StateFile<V> {
  mkdirSync(dirname(path), { recursive: true });
  const values = new Map<string, V>(existsSync(path) ? Object.entries(readState<V>(path)) : []);
  return {
    get: (key) => values.get(key),
    has: (key) => values.has(key),
    set(key, value) {
      values.set(key, value);
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(values)));
      renameSync(`${path}.new`, path);
    },
  };
}

function readState<V>(path: string): Record<string, V> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, V>;
  } catch {}
  throw new Error(`The state is damaged: ${path} can't be read. Start with --fresh to begin anew.`);
}
