import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { inject } from "vitest";
import { entryPoints } from "#lib/bundling/entries.ts";
import { templatesOf } from "#lib/checks/templates.ts";
import { openApp } from "#lib/stacks/app.ts";
import { addStacks } from "#lib/stacks/stacks.ts";
import { type StageName, type StageValues, stackNameOf, stageOf } from "#lib/stacks/stages.ts";
import { readAssets } from "#local/template/assembly.ts";
import { withNested } from "#local/template/nested.ts";
import type { Template as LaptopTemplate } from "#local/template/template-file.ts";

/** Inline script of the stand-in for the built page. */
export const BUILT_SCRIPT = "document.title = 'Site';";

/** A folder for what a synthesis reads and writes, gone when the run is over. */
const temporaryFolder = () => mkdtempSync(join(inject("temporaryFolder"), "infra-"));

let standIn: { readonly functions: string; readonly site: string } | undefined;

/** Stand-ins for what the build makes: the rules under test don't depend on the code inside. */
export function builtStandIn() {
  standIn ??= makeStandIn(temporaryFolder());
  return standIn;
}

function makeStandIn(folder: string) {
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
export async function appOf(name: StageName, values: StageValues = {}, { checks = false, onLaptop = false } = {}) {
  const app = openApp({ outdir: temporaryFolder(), checks });
  const stage = stageOf(name, values);
  const stack = addStacks(app, { stage, built: builtStandIn(), onLaptop });
  return { app, stack, stage };
}

async function synthesize(name: StageName, values: StageValues) {
  const built = await appOf(name, values);
  const templates = templatesOf(built.app) as ReadonlyMap<string, LaptopTemplate>;
  const assetPath = readAssets(built.app.outdir);
  const nested = (key: string) => {
    const template = templates.get(basename(assetPath(key) ?? ""));
    if (!template) throw new Error(`No nested stack has the template ${key}`);
    return template;
  };
  const own = templates.get(built.stack.templateFile) as LaptopTemplate;
  /** The stage's stack of that name; a stage without it is a failed test. */
  const part = (part: "edge" | "firewall") => {
    const template = templates.get(`${stackNameOf(built.stage)}-${part}.template.json`);
    if (!template) throw new Error(`Stage ${name} has no stack ${part}`);
    return Template.fromJSON(template);
  };
  return { ...built, templates, part, template: Template.fromJSON(withNested(own, nested)) };
}

const synthesized = new Map<string, ReturnType<typeof synthesize>>();

/** A stage synthesized, its marketplace with all nested stacks in one template; the same for all who ask for the same, so nobody changes it. */
export function stackOf(name: StageName, values: StageValues = {}) {
  const key = JSON.stringify([name, values]);
  const known = synthesized.get(key) ?? synthesize(name, values);
  synthesized.set(key, known);
  return known;
}
