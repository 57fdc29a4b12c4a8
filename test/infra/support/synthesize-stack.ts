import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { type Template as LaptopTemplate, readAssets, withNested } from "ochre-local/template";
import { inject } from "vitest";
import { entryPoints } from "#lib/bundling/entries.ts";
import { collectTemplates } from "#lib/checks/templates.ts";
import { openApp } from "#lib/stacks/app.ts";
import { addStacks } from "#lib/stacks/stacks.ts";
import { getStackName, getStage, STAGES, type StageName, type StageValues } from "#lib/stacks/stages.ts";

/** Each stage with its own values, and one that moves its search: it has both engines. */
export const VARIANTS: readonly (readonly [StageName, StageValues])[] = [
  ...STAGES.map((name) => [name, {}] as const),
  ["production", { search: "opensearch", searchAlso: "file" }],
];

/** Inline script of the stand-in for the built page. */
export const BUILT_SCRIPT = "document.title = 'Site';";

/** A folder for what a synthesis reads and writes, gone when the run is over. */
const temporaryFolder = () => mkdtempSync(join(inject("temporaryFolder"), "infra-"));

let stubAssets: { readonly functions: string; readonly site: string } | undefined;

/** Stand-ins for what the build makes: the rules under test don't depend on the code inside. */
export function getStubAssets() {
  stubAssets ??= createStubAssets(temporaryFolder());
  return stubAssets;
}

function createStubAssets(folder: string) {
  for (const name of Object.keys(entryPoints())) {
    mkdirSync(join(folder, "functions", name), { recursive: true });
    writeFileSync(join(folder, "functions", name, "index.cjs"), `exports.handler = async () => "${name}";`);
  }
  mkdirSync(join(folder, "site/assets"), { recursive: true });
  writeFileSync(join(folder, "site/index.html"), `<!doctype html><script>${BUILT_SCRIPT}</script>`);
  writeFileSync(join(folder, "site/favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "site/assets/app-1a2b.js"), "");
  return { functions: join(folder, "functions"), site: join(folder, "site") };
}

/** The app of a stage and its marketplace's stack, not synthesized yet. Its checks take seconds, so only their own test asks for them. */
export async function createApp(name: StageName, values: StageValues = {}, { checks = false, onLaptop = false } = {}) {
  const app = openApp({ outdir: temporaryFolder(), checks });
  const stage = getStage(name, values);
  const stack = addStacks(app, { stage, built: getStubAssets(), onLaptop });
  return { app, stack, stage };
}

async function synthesize(name: StageName, values: StageValues) {
  const built = await createApp(name, values);
  const templates = collectTemplates(built.app) as ReadonlyMap<string, LaptopTemplate>;
  const assetPath = readAssets(built.app.outdir);
  const nested = (key: string) => {
    const template = templates.get(basename(assetPath(key) ?? ""));
    if (!template) throw new Error(`No nested stack has the template ${key}`);
    return template;
  };
  const own = templates.get(built.stack.templateFile) as LaptopTemplate;
  /** The stage's stack of that name; a stage without it is a failed test. */
  const part = (part: "edge" | "firewall") => {
    const template = templates.get(`${getStackName(built.stage)}-${part}.template.json`);
    if (!template) throw new Error(`Stage ${name} has no stack ${part}`);
    return Template.fromJSON(template);
  };
  return { ...built, templates, part, template: Template.fromJSON(withNested(own, nested)) };
}

const synthesized = new Map<string, ReturnType<typeof synthesize>>();

/** A stage synthesized, its marketplace with all nested stacks in one template; the same for all who ask for the same, so nobody changes it. */
export function getStack(name: StageName, values: StageValues = {}) {
  const key = JSON.stringify([name, values]);
  const cached = synthesized.get(key) ?? synthesize(name, values);
  synthesized.set(key, cached);
  return cached;
}
