import { spawn } from "node:child_process";
import { cp, mkdtemp, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { inject } from "vitest";

const PROJECT = join(import.meta.dirname, "../..");

/** Code and configuration; everything else is generated or installed. */
const PARTS = [
  ...["bench", "bin", "demo", "lambdas", "lib", "local", "shared", "test", "tools", "web"],
  ...[
    "package.json",
    "cdk.json",
    "tsconfig.json",
    "biome.json",
    ".dependency-cruiser.mjs",
    "knip.jsonc",
    "vitest.config.ts",
    ".gitignore",
  ],
];

/** A copy of the project that a test may change, deleted after the run, with a link to node_modules. */
export async function copyProject(): Promise<string> {
  const root = await mkdtemp(join(inject("temporaryFolder"), "copy-"));
  const isCode = (path: string) => basename(path) !== "node_modules";
  await Promise.all(
    PARTS.map((part) => cp(join(PROJECT, part), join(root, part), { recursive: true, filter: isCode })),
  );
  await symlink(join(PROJECT, "node_modules"), join(root, "node_modules"));
  return root;
}

/** Runs a program of node_modules in a folder; `output` is all that it prints. */
export const run = (root: string, script: string, ...args: readonly string[]) => runWith("", root, script, ...args);

/** The same for a program that reads this input. */
export function runWith(input: string, root: string, script: string, ...args: readonly string[]) {
  const { VITEST: _v, VITEST_MODE: _m, VITEST_POOL_ID: _p, VITEST_WORKER_ID: _w, TEST: _t, ...env } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...env, NODE_ENV: "", NO_COLOR: "1", FORCE_COLOR: "0" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A program that ends without reading closes the pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    let output = "";
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
