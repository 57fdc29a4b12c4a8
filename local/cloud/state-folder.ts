import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of all state, locked by one process at a time. */
export interface StateFolder {
  path: string;
  /** Releases the lock; deletes a temporary folder. */
  release(): void;
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Where state is kept unless the environment says otherwise. */
export const homeOf = ({ OCHRE_HOME }: NodeJS.ProcessEnv) => OCHRE_HOME || join(import.meta.dirname, "../../.local");

const LOCK = "lock";

/** Takes a folder for this process and returns how to give it back, or which other process has it. */
function lockFolder(path: string): { readonly holder: number } | { readonly release: () => void } {
  mkdirSync(path, { recursive: true });
  const lock = join(path, LOCK);
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return { release: () => rmSync(lock, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = readLock(lock);
    if (holder && holder !== process.pid && isAlive(holder)) return { holder };
    rmSync(lock, { force: true });
  }
}

/** Empties the folder when `fresh`. Throws a one-line error when another process uses it or it can't be written. */
export function openStateFolder(path: string | undefined, fresh: boolean): StateFolder {
  if (!path) {
    const temporary = mkdtempSync(join(tmpdir(), "laptop-cloud-"));
    return { path: temporary, release: () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }) };
  }
  try {
    const lock = lockFolder(path);
    if ("holder" in lock) {
      throw new Error(
        `${path} is in use by process ${lock.holder}: stop that one, or set OCHRE_HOME to another folder.`,
      );
    }
    for (const name of fresh ? readdirSync(path) : []) {
      if (name !== LOCK) rmSync(join(path, name), { recursive: true, force: true });
    }
    return { path, release: lock.release };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new Error(`The state folder ${path} can't be used (${error.message}). Move it away to start again.`);
  }
}

function readLock(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, "utf8")) || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
