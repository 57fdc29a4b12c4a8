import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder that keeps all state, held by one process at a time. */
export interface Home {
  path: string;
  /** Gives the folder back; a temporary one is removed. */
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

/** Costly to make and the same in every state, so a fresh start keeps it. */
export const PICTURES = "seed-pictures";

/** Empties the folder when `fresh`. Fails with one line when another process holds the folder, or it is no folder that can be written. */
export function openHome(path: string | undefined, fresh: boolean): Home {
  if (!path) {
    const temporary = mkdtempSync(join(tmpdir(), "laptop-cloud-"));
    return { path: temporary, release: () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }) };
  }
  const lock = join(path, "lock");
  try {
    mkdirSync(path, { recursive: true });
    const holder = readHolder(lock);
    if (holder && holder !== process.pid && isAlive(holder)) {
      throw new Error(`${path} is in use by process ${holder}: stop that one, or set OCHRE_HOME to another folder.`);
    }
    for (const name of fresh ? readdirSync(path) : []) {
      if (name !== PICTURES) rmSync(join(path, name), { recursive: true, force: true });
    }
    writeFileSync(lock, String(process.pid));
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new Error(`The state folder ${path} can't be used (${error.message}). Move it away to begin anew.`);
  }
  return { path, release: () => rmSync(lock, { force: true }) };
}

function readHolder(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, "utf8")) || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
