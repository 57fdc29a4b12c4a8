import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build, type Metafile } from "esbuild";
import { entryPoints, PROJECT } from "./entries.ts";
import { withoutOnDemand } from "./without-on-demand.ts";

/** Packages with native code: they can't be bundled and travel beside the function. */
const NATIVE = ["sharp"];

/**
 * Builds every function into `<out>/<name>/index.cjs` with one esbuild call.
 * Source maps, where they are wanted, go to `<out>/../sourcemaps`, so that an asset carries only what runs.
 * Throws naming the sources that don't exist.
 */
export async function bundleFunctions(
  out: string,
  { entries = entryPoints(), maps = true }: BundleOptions = {},
): Promise<string[]> {
  const missing = Object.values(entries).filter((entry) => !existsSync(join(PROJECT, entry)));
  if (missing.length > 0) throw new Error(`Functions without source: ${missing.join(", ")}`);
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.entries(entries).map(([name, entry]) => ({ in: entry, out: `${name}/index` })),
    outdir: out,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    keepNames: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    conditions: ["module", "module-sync", "node"],
    mainFields: ["module", "main"],
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".css": "empty" },
    external: NATIVE,
    plugins: [withoutOnDemand],
    sourcemap: maps && "external",
    sourcesContent: false,
    legalComments: "none",
    logLevel: "warning",
  });
  rmSync(out, { recursive: true, force: true });
  for (const { path, contents } of outputFiles) {
    const file = path.endsWith(".map") ? mapFile(out, path) : path;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  copyNativePackages(metafile);
  return Object.keys(entries);
}

interface BundleOptions {
  readonly entries?: Record<string, string>;
  /** A sixth of the time. */
  readonly maps?: boolean;
}

const mapFile = (out: string, path: string) => join(out, "..", "sourcemaps", `${basename(dirname(path))}.cjs.map`);

function copyNativePackages({ outputs }: Metafile) {
  for (const [output, { imports }] of Object.entries(outputs)) {
    const natives = imports.filter(({ path, external }) => external && NATIVE.includes(path)).map(({ path }) => path);
    for (const name of withDependencies(natives)) {
      const source = join(PROJECT, "node_modules", name);
      cpSync(source, join(PROJECT, dirname(output), "node_modules", name), { recursive: true, dereference: true });
    }
  }
}

/** The packages and everything installed that they depend on, optional platform binaries included. */
function withDependencies(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const manifest = join(PROJECT, "node_modules", name, "package.json");
    if (found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest;
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/** Size in bytes of each built function's code, without native packages. */
export function sizes(out: string): Record<string, number> {
  const names = readdirSync(out);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(out, name, "index.cjs")).length]));
}
