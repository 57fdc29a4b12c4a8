import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExportFile } from "#lambdas/areas/personal-data/list-files.ts";
import { CommandError } from "../command/command-error.ts";

const ONLY_OWNER = { file: { mode: 0o600, flag: "wx" }, folder: { mode: 0o700 } } as const;

/** Creates a folder that only its owner may read. Throws CommandError if it exists or its parent is missing. */
async function makeFolder(folder: string) {
  await mkdir(folder, ONLY_OWNER.folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw new CommandError(`--out ${folder} already exists.`);
    if (error.code === "ENOENT") throw new CommandError(`The parent folder of --out ${folder} doesn't exist.`);
    throw error;
  });
}

/** Writes the files sequentially, because a picture may have up to fifty megabytes. */
export async function writeFolder(folder: string, files: readonly ExportFile[]) {
  await makeFolder(folder);
  for (const inner of new Set(files.map(({ name }) => dirname(name)))) {
    if (inner !== ".") await makeFolder(join(folder, inner));
  }
  for (const { name, read } of files) await writeFile(join(folder, name), await read(), ONLY_OWNER.file);
}
