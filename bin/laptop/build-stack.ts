import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { openStateFile } from "ochre-local/program";
import { type Options, PROJECT } from "./options.ts";

/** Sources of each build. The functions include web/, because one of them renders the site. */
const FUNCTION_SOURCES = ["lambdas", "shared", "web"];
const SITE_SOURCES = ["web", "shared"];
const STACK_SOURCES = [
  "bin",
  "lib",
  "local/quotas.ts",
  "cdk.json",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

function* listFiles(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path).sort()) yield* listFiles(join(path, name));
}

/** A hash of the sources' names and contents. */
function computeFingerprint(sources: string[]): string {
  const hash = createHash("sha256");
  for (const path of sources.flatMap((source) => [...listFiles(join(PROJECT, source))])) {
    hash.update(relative(PROJECT, path)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

/** Runs one of the project's scripts; rejects with the end of its output. */
export function runScript(args: string[], signal: AbortSignal, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: PROJECT, env, stdio: ["ignore", "pipe", "pipe"], signal });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-4_000);
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`node ${args.join(" ")} failed:\n${output.trim()}`));
    });
  });
}

/** Builds and synthesizes what has changed since the last run, and returns the cdk.out folder. */
export async function buildStack(
  { stage, tax = false, search = "file", searchAlso }: Pick<Options, "stage"> & Partial<Options>,
  report: (line: string) => void,
  signal: AbortSignal,
  parts = ["functions", "site"],
): Promise<string> {
  const engines = search === "file" && !searchAlso ? [] : [search, ...(searchAlso ? [searchAlso] : [])];
  const cdkOut = join(PROJECT, `.build/${["cdk", stage, ...(tax ? ["tax"] : []), ...engines].join(".")}`);
  const built = openStateFile<string>(join(PROJECT, ".build/laptop.json"));
  const fingerprints: Record<string, string> = {
    functions: computeFingerprint([...FUNCTION_SOURCES, ...STACK_SOURCES]),
    site: computeFingerprint([...SITE_SOURCES, ...STACK_SOURCES]),
  };
  const isStale = (part: string) =>
    built.get(part) !== fingerprints[part] || !existsSync(join(PROJECT, ".build", part));
  await Promise.all(
    parts.filter(isStale).map(async (part) => {
      report(`Building the ${part}`);
      await runScript(["bin/build.ts", `--${part}`], signal);
      built.set(part, fingerprints[part] ?? "");
    }),
  );
  const inputs = `${built.get("functions")} ${built.get("site")}`;
  if (built.get(cdkOut) !== inputs || !existsSync(join(cdkOut, "manifest.json"))) {
    report(`Synthesizing the stack of stage ${stage}`);
    const searching = ["--search", search, ...(searchAlso ? ["--search-also", searchAlso] : [])];
    const options = ["--stage", stage, "--out", cdkOut, ...(tax ? ["--tax"] : []), ...searching];
    await runScript(["bin/marketplace.ts", ...options], signal);
    built.set(cdkOut, inputs);
  }
  return cdkOut;
}
