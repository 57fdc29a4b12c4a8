import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A small key-value file, rewritten at every change, or at most every 250 ms with `lazily`. */
export interface StateFile<V> {
  get(key: string): V | undefined;
  has(key: string): boolean;
  set(key: string, value: V): void;
  /** Writes pending changes; later changes stay in memory. */
  close(): void;
}

const LAZY_WRITE_MS = 250;

/** Throws a one-line error when the file is damaged. */
export function openStateFile<V>(path: string, { lazily = false } = {}): StateFile<V> {
  mkdirSync(dirname(path), { recursive: true });
  const values = new Map<string, V>(existsSync(path) ? Object.entries(readState<V>(path)) : []);
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(values)));
    renameSync(`${path}.new`, path);
  };
  return {
    get: (key) => values.get(key),
    has: (key) => values.has(key),
    set(key, value) {
      values.set(key, value);
      if (closed) return;
      if (lazily) timer ??= setTimeout(write, LAZY_WRITE_MS);
      else write();
    },
    close() {
      if (timer) write();
      closed = true;
    },
  };
}

function readState<V>(path: string): Record<string, V> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, V>;
  } catch {}
  throw new Error(`The state is damaged: ${path} can't be read. Start with --fresh, from an empty state.`);
}
