import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExportFile } from "#lambdas/areas/personal-data/list-files.ts";
import { BadCommand } from "../command/bad-command.ts";

const ONLY_OWNER = { file: { mode: 0o600, flag: "wx" }, folder: { mode: 0o700 } } as const;

/** Makes a folder that only its owner may read. Throws BadCommand if the name is taken or the parent is missing. */
async function makeFolder(folder: string) {
  await mkdir(folder, ONLY_OWNER.folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw new BadCommand(`--out ${folder} is there already.`);
    if (error.code === "ENOENT") throw new BadCommand(`--out ${folder} would be in a folder that isn't there.`);
    throw error;
  });
}

/** Writes the files sequentially, because each picture may have fifty megabytes. */
export async function writeFolder(folder: string, files: readonly ExportFile[]) {
  await makeFolder(folder);
  for (const inner of new Set(files.map(({ name }) => dirname(name)))) {
    if (inner !== ".") await makeFolder(join(folder, inner));
  }
  for (const { name, read } of files) await writeFile(join(folder, name), await read(), ONLY_OWNER.file);
}
