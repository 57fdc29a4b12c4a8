import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, parse, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";
import { withoutOnDemand } from "../stacks/without-on-demand.ts";
import { entryPoints, getPackageFiles, onDemandEntries, PROJECT } from "./entries.ts";

/** Packages with native code, which can't be bundled and are copied into the function's asset. */
const NATIVE = ["sharp"];

/** Files that packages read at run time; a function's `packageFiles` copies them into its asset. */
const PACKAGE_FILES = ["harfbuzzjs/dist/harfbuzz-subset.wasm"];

/** Keeps dynamically imported modules external: each is bundled into its own file beside the function's. */
const onDemandFiles = (sources: readonly string[]): Plugin => ({
  name: "on-demand-files",
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const source = sources.find((one) => join(PROJECT, one) === join(resolveDir, path));
      return kind === "dynamic-import" && source ? { path: `./${parse(source).name}.cjs`, external: true } : undefined;
    });
  },
});

/** Modules whose functions are called when they are bundled: `x.built.ts` exports functions that return what it is built of. */
const builtValues: Plugin = {
  name: "built-values",
  setup(build) {
    build.onLoad({ filter: /\.built\.ts$/ }, async ({ path }) => {
      const exported = Object.entries((await import(pathToFileURL(path).href)) as Record<string, () => unknown>);
      const toSource = ([name, read]: (typeof exported)[number]) =>
        `export const ${name} = () => ${JSON.stringify(read())};`;
      return { contents: exported.map(toSource).join("\n") };
    });
  },
};

/**
 * Builds every function into `<out>/<name>/index.cjs` with one esbuild call.
 * Source maps go to `<out>/../sourcemaps`, so that an asset carries only what runs.
 * Throws naming the sources that don't exist.
 */
export async function bundleFunctions(out: string, entries = entryPoints()): Promise<string[]> {
  const onDemand = Object.fromEntries(Object.entries(onDemandEntries()).filter(([part]) => entries[dirname(part)]));
  const sources = { ...entries, ...onDemand };
  const missing = Object.values(sources).filter((entry) => !existsSync(join(PROJECT, entry)));
  if (missing.length > 0) throw new Error(`Functions without source: ${missing.join(", ")}`);
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.entries(sources).map(([name, entry]) => ({ in: entry, out: name })),
    outdir: out,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    conditions: ["module", "module-sync", "node"],
    mainFields: ["module", "main"],
    // pdfkit evaluates it on import, for fonts and profiles that we don't use.
    define: {
      "process.env.NODE_ENV": '"production"',
      "import.meta.url": '"file:///"',
      "import.meta.filename": "__filename",
    },
    loader: { ".css": "empty" },
    external: [...NATIVE, ...PACKAGE_FILES],
    plugins: [builtValues, withoutOnDemand, onDemandFiles(Object.values(onDemand))],
    sourcemap: "external",
    sourcesContent: false,
    legalComments: "none",
    logLevel: "warning",
  });
  rmSync(out, { recursive: true, force: true });
  for (const { path, contents } of outputFiles) {
    const { dir, name, ext } = parse(path);
    if (ext === ".map") writeInto(join(out, "../sourcemaps"), `${name}.map`, contents);
    else if (dir === out) writeInto(join(out, name), "index.cjs", contents);
    else writeInto(dir, `${name}.cjs`, contents);
  }
  for (const name of Object.keys(entries)) {
    copyNativePackages(listNatives(metafile, join(out, `${name}.cjs`)), join(out, name));
    for (const file of globSync(getPackageFiles(name), { cwd: join(PROJECT, "node_modules") })) {
      cpSync(join(PROJECT, "node_modules", file), join(out, name, "node_modules", file));
    }
  }
  return Object.keys(entries);
}

function writeInto(folder: string, name: string, contents: Uint8Array) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), contents);
}

/** The native packages that an output imports. */
const listNatives = ({ outputs }: Metafile, entry: string) =>
  (outputs[relative(PROJECT, entry).replaceAll(sep, "/")]?.imports ?? [])
    .map(({ path }) => path)
    .filter((path) => NATIVE.includes(path));

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
  const getSize = (name: string) =>
    readdirSync(join(out, name))
      .filter((file) => file.endsWith(".cjs"))
      .reduce((sum, file) => sum + statSync(join(out, name, file)).size, 0);
  return Object.fromEntries(readdirSync(out).map((name) => [name, getSize(name)]));
}
