import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { formatDifferences, fullDiff, ResourceImpact, type TemplateDiff } from "@aws-cdk/cloudformation-diff";

const USAGE = "npm run diff:templates -- <folder of the former synthesis> <folder of the new one>";

/** Below GitHub's limit of 65,536 characters for a comment. */
const MAX_LENGTH = 60_000;

/** Irreversible effects of a deployment, with their text in the output. */
const LOSSES: Partial<Readonly<Record<ResourceImpact, string>>> = {
  [ResourceImpact.WILL_DESTROY]: "is deleted",
  [ResourceImpact.WILL_REPLACE]: "is replaced by a new one",
  [ResourceImpact.MAY_REPLACE]: "may be replaced by a new one",
  [ResourceImpact.WILL_ORPHAN]: "stays, but outside the stack",
};

const ENDING = ".template.json";
const listTemplates = (folder: string) => readdirSync(folder).filter((file) => file.endsWith(ENDING));
const readTemplate = (folder: string, file: string): object =>
  existsSync(join(folder, file)) ? JSON.parse(readFileSync(join(folder, file), "utf8")) : {};

/** Formats a difference like `cdk diff`. */
async function format(difference: TemplateDiff) {
  const stream = new PassThrough();
  formatDifferences(stream, difference);
  stream.end();
  return stripVTControlCharacters(await text(stream)).trim();
}

/** Markdown about one template; undefined without changes. */
async function describe(file: string, [before, after]: readonly [object, object]) {
  const difference = fullDiff(before, after);
  if (difference.isEmpty) return undefined;
  const lost = difference.resources
    .filter((change) => change !== undefined)
    .logicalIds.flatMap((id) => {
      const change = difference.resources.get(id);
      const loss = LOSSES[change.changeImpact];
      return loss ? [`- **${id}** (${change.resourceType}) ${loss}`] : [];
    });
  const body = `~~~~\n${await format(difference)}\n~~~~`;
  return [`### ${file.slice(0, -ENDING.length)}`, ...(lost.length > 0 ? [lost.join("\n")] : []), body].join("\n\n");
}

async function main([before, after]: readonly string[]) {
  if (!before || !after) throw new Error(USAGE);
  const files = [...new Set([before, after].flatMap(listTemplates))].sort();
  const parts = await Promise.all(
    files.map((file) => describe(file, [readTemplate(before, file), readTemplate(after, file)])),
  );
  const changed = parts.filter((part) => part !== undefined);
  const whole = ["## Templates", ...(changed.length > 0 ? changed : ["Nothing changes."])].join("\n\n");
  const isLong = whole.length > MAX_LENGTH;
  console.log(
    isLong ? `${whole.slice(0, MAX_LENGTH)}\n~~~~\n\nThe rest is left out: synthesize both to see it.` : whole,
  );
}

await main(parseArgs({ allowPositionals: true }).positionals).catch((problem: unknown) => {
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
});
