import { join } from "node:path";
import { parseArgs } from "node:util";
import { PROJECT } from "#lib/bundling/entries.ts";
import { nearQuotas, quotaProblems } from "#lib/checks/quota-problems.ts";
import { collectTemplates } from "#lib/checks/templates.ts";
import { openApp } from "#lib/stacks/app.ts";
import { DEPLOYMENTS, stageValues } from "#lib/stacks/deployments.ts";
import { addStacks } from "#lib/stacks/stacks.ts";
import { getStage, LAPTOP_VALUES, LAPTOP_VALUES_WITH_TAX, missingValues } from "#lib/stacks/stages.ts";
import { findPreviousCommit, readDeployedOutputs, requireDeployedTable } from "./deployed-stack.ts";
import { readCommit } from "./read-commit.ts";

/**
 * The CDK app. The CDK's CLI names the stage with `-c stage=…`; without it, as on the laptop, it is `--stage … --out …`, with
 * `--tax` if the platform charges tax, and `--search …` and `--search-also …` for its search engines. `-c urgent=true` moves all calls to the new version at once, despite alarms. `npm run
 * deploy` passes `-c deploying=true`: then required values mustn't be missing, the table has to be the stage's, and the stack
 * outputs its commit and the previous one, which other templates omit because they change each time.
 */
const { values: options } = parseArgs({
  options: {
    stage: { type: "string" },
    out: { type: "string" },
    tax: { type: "boolean" },
    search: { type: "string" },
    "search-also": { type: "string" },
  },
});
const onLaptop = options.out !== undefined;
const app = openApp({ outdir: options.out, checks: !onLaptop });
const getContext = (name: string): string | undefined => app.node.tryGetContext(name);

/** Values that belong in the repository: on the command line, they would be removed when forgotten once. */
const NOT_TAKEN = [
  ...["domain", "certificate", "hostedZone", "mailFrom", "operatorsMail", "alarmMail", "pagerMail", "runbook"],
  ...["stripePublishableKey", "costMonitor", "backupVault", "counterNoticeDays", "features"],
];

async function requestedStage() {
  const given = NOT_TAKEN.filter((name) => getContext(name) !== undefined);
  if (given.length > 0) throw new Error(`-c ${given.join(", ")} isn't taken: set it in lib/stacks/deployments.ts.`);
  const name = options.stage ?? getContext("stage");
  if (onLaptop) {
    const engines = stageValues(name ?? "", { search: options.search, searchAlso: options["search-also"] });
    return getStage(name, { ...(options.tax ? LAPTOP_VALUES_WITH_TAX : LAPTOP_VALUES), ...engines });
  }
  const deployment = Object.entries(DEPLOYMENTS).find(([deployed]) => deployed === name)?.[1];
  const values = name && deployment ? stageValues(name, deployment) : {};
  const stage = getStage(name, getContext("urgent") ? { ...values, release: "at-once" } : values);
  if (!getContext("deploying")) return stage;
  const missing = missingValues(stage);
  if (missing.length > 0) {
    throw new Error(`${stage.name} can't be deployed: set ${missing.join(", ")} in lib/stacks/deployments.ts.`);
  }
  const deployed = await readDeployedOutputs(stage);
  requireDeployedTable(stage, deployed);
  const commit = readCommit(PROJECT);
  const previousCommit = findPreviousCommit(PROJECT, commit, deployed);
  return { ...stage, commit, ...(previousCommit ? { previousCommit } : {}) };
}

try {
  const stage = await requestedStage();
  const built = { functions: join(PROJECT, ".build/functions"), site: join(PROJECT, ".build/site") };
  addStacks(app, { stage, built, onLaptop });
  const templates = [...collectTemplates(app)];
  const problems = templates.flatMap(([file, template]) => quotaProblems(template, file));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const near = onLaptop ? [] : templates.flatMap(([file, template]) => [...nearQuotas(template, file)]);
  for (const [quota, use] of near) process.stderr.write(`Near the AWS quota ${quota}: ${use}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
