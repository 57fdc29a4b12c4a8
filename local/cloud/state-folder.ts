import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of all state, locked by one process at a time. */
export interface StateFolder {
  path: string;
  /** The folder that state of another format was moved to. */
  movedTo?: string | undefined;
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

const LOCK = "lock";

/** Locks a folder for this process; returns its release function, or the pid of the process that holds the lock. */
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

const FORMAT = "data-format";

/** The format of a folder's data, written at its first start; older folders without one have format 1. */
function readFormat(path: string) {
  const file = join(path, FORMAT);
  return existsSync(file) ? readFileSync(file, "utf8") : "1";
}

/** Moves state of another format to a sibling folder, and returns its path. */
function moveOtherFormat(path: string, format: string): string | undefined {
  const names = readdirSync(path).filter((name) => name !== LOCK);
  const found = readFormat(path);
  const isOther = names.length > 0 && found !== format;
  const aside = isOther ? mkdtempSync(`${path}-format-${found}-`) : undefined;
  if (aside) for (const name of names) renameSync(join(path, name), join(aside, name));
  writeFileSync(join(path, FORMAT), format);
  return aside;
}

interface StateOptions {
  readonly fresh: boolean;
  /** Format of the stack's data; state of another format is moved to a sibling folder. */
  readonly dataFormat?: string | undefined;
}

/** Empties the folder when `fresh`. Throws a one-line error when another process uses it or it can't be written. */
export function openStateFolder(path: string | undefined, { fresh, dataFormat }: StateOptions): StateFolder {
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
    const movedTo = dataFormat === undefined ? undefined : moveOtherFormat(path, dataFormat);
    return { path, movedTo, release: lock.release };
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
