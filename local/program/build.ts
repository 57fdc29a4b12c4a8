import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { openStateFile } from "#local/state.ts";
import { PROJECT } from "./options.ts";

/** What the functions, the site and the template are made from; one of the functions draws the site. */
const FUNCTIONS = ["lambdas", "shared", "web"];
const SITE = ["web", "shared"];
const STACK = ["bin", "lib", "package.json", "package-lock.json", "tsconfig.json"];

function* filesIn(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name));
}

/** Changes when a source changes in name or content. */
function fingerprintOf(sources: string[]): string {
  const hash = createHash("sha256");
  for (const path of sources.flatMap((source) => [...filesIn(join(PROJECT, source))])) {
    hash.update(relative(PROJECT, path)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

/** Runs one of the project's programs; fails with its last words. Aborting ends it. */
function runProgram(args: string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: PROJECT, stdio: ["ignore", "pipe", "pipe"], signal });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(-4_000);
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`node ${args.join(" ")} failed:\n${said.trim()}`));
    });
  });
}

/** Builds and synthesizes what has changed since the last time. Answers with the folder of the synthesized stack. */
export async function buildStack(
  stage: string,
  say: (line: string) => void,
  signal: AbortSignal,
  parts = ["functions", "site"],
): Promise<string> {
  const cdkOut = join(PROJECT, `.build/cdk.${stage}`);
  const built = openStateFile<string>(join(PROJECT, ".build/laptop.json"));
  const fingerprints: Record<string, string> = {
    functions: fingerprintOf([...FUNCTIONS, ...STACK]),
    site: fingerprintOf([...SITE, ...STACK]),
  };
  const isStale = (part: string) =>
    built.get(part) !== fingerprints[part] || !existsSync(join(PROJECT, ".build", part));
  await Promise.all(
    parts.filter(isStale).map(async (part) => {
      say(`Building the ${part}`);
      await runProgram(["bin/build.ts", `--${part}`, "--no-maps"], signal);
      built.set(part, fingerprints[part] ?? "");
    }),
  );
  const whole = `${built.get("functions")} ${built.get("site")}`;
  if (built.get(cdkOut) !== whole || !existsSync(join(cdkOut, "manifest.json"))) {
    say(`Synthesizing the stack of stage ${stage}`);
    await runProgram(["bin/marketplace.ts", "--stage", stage, "--out", cdkOut], signal);
    built.set(cdkOut, whole);
  }
  return cdkOut;
}
