import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundleFunctions, sizes } from "#lib/bundling/bundle.ts";
import { compressHashed } from "#lib/bundling/compressed.ts";
import { PROJECT } from "#lib/bundling/entries.ts";
import { placePageTemplate } from "#lib/site/page-template.ts";

/** Builds the functions and the site into .build/; `--functions` or `--site` builds one of them. */
const { values } = parseArgs({ options: { functions: { type: "boolean" }, site: { type: "boolean" } } });
const built = { functions: join(PROJECT, ".build/functions"), site: join(PROJECT, ".build/site") };
// esbuild runs once and exits: garbage collection would take a quarter of its time.
process.env.GOGC ??= "off";
const buildsAll = !values.functions && !values.site;

/** Writes to standard error, because the CDK's CLI prints the template to standard output. */
const log = (line: string) => process.stderr.write(`${line}\n`);

async function buildFunctions() {
  const started = performance.now();
  const names = await bundleFunctions(built.functions);
  const kilobytes = Object.values(sizes(built.functions)).reduce((sum, size) => sum + size, 0) / 1024;
  log(`${names.length} functions, ${Math.round(kilobytes)} KB, ${seconds(started)}`);
}

async function buildSite() {
  const started = performance.now();
  if (!existsSync(join(PROJECT, "web/index.html"))) return log("No site: web/index.html doesn't exist.");
  const vite = join(PROJECT, "node_modules/vite/bin/vite.js");
  const config = join(PROJECT, "web/vite.config.ts");
  const { status } = spawnSync(process.execPath, [vite, "build", "--config", config, "--logLevel", "warn"], {
    cwd: join(PROJECT, "web"),
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("The site doesn't build; see above.");
  await compressHashed(built.site);
  log(`site, ${seconds(started)}`);
}

const seconds = (started: number) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

try {
  if (buildsAll || values.functions) await buildFunctions();
  if (buildsAll || values.site) await buildSite();
  placePageTemplate(built);
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
