import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { build, type Metafile, transform } from "esbuild";
import { withoutOnDemand } from "../stacks/without-on-demand.ts";
import { entryPoints, PROJECT } from "./entries.ts";

/** Packages with native code: they can't be bundled and travel beside the function. */
const NATIVE = ["sharp"];

/**
 * Builds every function into `<out>/<name>/index.cjs` with one esbuild call.
 * Source maps go to `<out>/../sourcemaps`, so that an asset carries only what runs.
 * Throws naming the sources that don't exist.
 */
export async function bundleFunctions(
  out: string,
  { entries = entryPoints(), quick = false }: BundleOptions = {},
): Promise<string[]> {
  const missing = Object.values(entries).filter((entry) => !existsSync(join(PROJECT, entry)));
  if (missing.length > 0) throw new Error(`Functions without source: ${missing.join(", ")}`);
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.entries(entries).map(([name, entry]) => ({ in: entry, out: name })),
    outdir: out,
    outExtension: { ".js": ".cjs" },
    chunkNames: "[hash]",
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    keepNames: true,
    platform: "node",
    target: TARGET,
    // esbuild splits only this format; what it wrote then becomes CommonJS.
    ...(quick ? { format: "esm", splitting: true } : { format: "cjs" }),
    conditions: ["module", "module-sync", "node"],
    mainFields: ["module", "main"],
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".css": "empty" },
    external: NATIVE,
    plugins: [withoutOnDemand],
    sourcemap: !quick && "external",
    sourcesContent: false,
    legalComments: "none",
    logLevel: "warning",
  });
  const codeOf = new Map<string, string | Uint8Array>();
  await Promise.all(
    outputFiles.map(async ({ path, contents }) => {
      codeOf.set(path, quick ? await toCommonJs(contents) : contents);
    }),
  );
  rmSync(out, { recursive: true, force: true });
  for (const name of Object.keys(entries)) {
    const entry = join(out, `${name}.cjs`);
    const { files, natives } = partsOf(metafile, entry);
    for (const file of files) {
      const code = codeOf.get(file);
      if (code === undefined) throw new Error(`${name} needs ${file}, which was not built.`);
      writeInto(join(out, name), file === entry ? "index.cjs" : basename(file), code);
    }
    const map = codeOf.get(`${entry}.map`);
    if (map) writeInto(join(out, "../sourcemaps"), `${name}.cjs.map`, map);
    copyNativePackages(natives, join(out, name));
  }
  return Object.keys(entries);
}

interface BundleOptions {
  readonly entries?: Record<string, string>;
  /** Half of the time: without source maps, and what functions share is a file of its own, generated once. */
  readonly quick?: boolean;
}

const TARGET = "node24";

/** Strict, as ES modules are and esbuild's CommonJS made of them at once. */
const toCommonJs = async (code: Uint8Array) =>
  (await transform(code, { format: "cjs", platform: "node", target: TARGET, minify: true, banner: '"use strict";' }))
    .code;

function writeInto(folder: string, name: string, contents: string | Uint8Array) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), contents);
}

/** An output and the files that it imports, and the native packages that any of them needs; absolute paths. */
function partsOf({ outputs }: Metafile, entry: string) {
  const files = new Set([entry]);
  const natives = new Set<string>();
  for (const file of files) {
    for (const { path, external } of outputs[relative(PROJECT, file).replaceAll(sep, "/")]?.imports ?? []) {
      if (!external) files.add(join(PROJECT, path));
      else if (NATIVE.includes(path)) natives.add(path);
    }
  }
  return { files, natives };
}

function copyNativePackages(natives: Iterable<string>, folder: string) {
  for (const name of withDependencies(natives)) {
    const source = join(PROJECT, "node_modules", name);
    cpSync(source, join(folder, "node_modules", name), { recursive: true, dereference: true });
  }
}

/** The packages and everything installed that they depend on, optional platform binaries included. */
function withDependencies(names: Iterable<string>, found = new Set<string>()): Set<string> {
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
  const sizeOf = (name: string) =>
    readdirSync(join(out, name))
      .filter((file) => file.endsWith(".cjs"))
      .reduce((sum, file) => sum + statSync(join(out, name, file)).size, 0);
  return Object.fromEntries(readdirSync(out).map((name) => [name, sizeOf(name)]));
}
