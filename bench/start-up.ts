import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Format } from "esbuild";
import { entryPoints } from "#lib/bundling/entries.ts";
import { areas } from "#shared/contract/areas.ts";

/** Measures the cold start of each area's function, and of the SDK alone: code size and CPU time of loading, by module format. */
const RUNS = 9;
const folder = mkdtempSync(join(tmpdir(), "ochre-bench-"));
const CONTROL = "the SDK's document client alone";
const formats = { cjs: "cjs", esm: "mjs" } as const satisfies Partial<Record<Format, string>>;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** CPU milliseconds of a fresh process that loads the file. */
function measureCpu(file: string) {
  const script = `import(${JSON.stringify(file)}).then(() => {
    const { user, system } = process.cpuUsage();
    console.log((user + system) / 1000);
  })`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return Number(stdout.trim().split("\n").at(-1));
}

async function bundle(area: string, format: keyof typeof formats) {
  const outfile = join(folder, `${area}.${formats[format]}`);
  const banner = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;
  await build({
    entryPoints: [area === CONTROL ? join(import.meta.dirname, "start-up/control.ts") : (entryPoints()[area] ?? "")],
    outfile,
    format,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    external: ["sharp"],
    logLevel: "error",
    ...(format === "esm" ? { banner: { js: banner } } : {}),
  });
  return outfile;
}

console.log("| Function | Format | Code, KB | CPU to load, ms (median of 9) |\n|---|---|---|---|");
for (const area of [CONTROL, ...Object.keys(areas)]) {
  for (const format of Object.keys(formats) as (keyof typeof formats)[]) {
    const file = await bundle(area, format);
    const cpu = median(Array.from({ length: RUNS }, () => measureCpu(file)));
    console.log(`| ${area} | ${format} | ${Math.round(statSync(file).size / 1024)} | ${cpu.toFixed(0)} |`);
  }
}
rmSync(folder, { recursive: true });
