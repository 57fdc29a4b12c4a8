import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Build, database and demo take some 300 MB; the rest is room for what people add. */
const NEEDED_BYTES = 500_000_000;

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`;

/** Throws a one-line error with a remedy if a folder's disk has less free space than a start needs. */
export async function requireDiskSpace(folder: string, needed = NEEDED_BYTES): Promise<void> {
  const { bavail, bsize } = await readStatfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Error(
    `The disk of ${folder} has ${megabytes(free)} left, and a start needs ${megabytes(needed)}: free some, or set OCHRE_HOME to a folder elsewhere.`,
  );
}

/** Of the nearest folder that exists. */
const readStatfs = (folder: string): Promise<StatsFs> =>
  statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" && dirname(folder) !== folder) return readStatfs(dirname(folder));
    throw error;
  });

const DISK_FULL = /ENOSPC|no space left on device|database or disk is full/i;

/** The text printed for a failure: its message, or instructions if the disk is full. */
export function explainFailure(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (!DISK_FULL.test(text)) return text;
  return `The disk is full: free ${megabytes(NEEDED_BYTES)} and start again; nothing that was saved is lost.`;
}
