import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly version?: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/**
 * Installs the packages of a folder's own package.json, unless they are installed already, and returns the folder of
 * `name`. Throws a one-line error when npm fails.
 */
export function installPackage(folder: string, name: string): string {
  const installed = join(folder, "node_modules", name);
  const wanted = readManifest(folder).dependencies[name];
  if (existsSync(join(installed, "package.json")) && readManifest(installed).version === wanted) return installed;
  console.error(`Installing ${name} ${wanted}, once`);
  // npm passes its path to the programs that it runs; without npm, a shell finds it on Windows too.
  const npm = process.env.npm_execpath;
  const options: SpawnSyncOptionsWithStringEncoding = { cwd: folder, encoding: "utf8", stdio: ["ignore", 2, "pipe"] };
  const { status, stderr } = npm
    ? spawnSync(process.execPath, [npm, "ci", "--no-audit", "--no-fund"], options)
    : spawnSync("npm ci --no-audit --no-fund", { ...options, shell: true });
  if (status !== 0)
    throw new Error(`${name} couldn't be installed into ${folder}: ${stderr.trim().split("\n").at(-1)}`);
  return installed;
}
