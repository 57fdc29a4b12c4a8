import { join } from "node:path";
import { parseArgs } from "node:util";
import { openApp } from "#lib/app.ts";
import { DEPLOYMENTS, stageValues } from "#lib/deployments.ts";
import { PROJECT } from "#lib/entries.ts";
import { MarketplaceStack } from "#lib/marketplace-stack.ts";
import { quotaProblems } from "#lib/quota-problems.ts";
import { missingValues, stageOf } from "#lib/stages.ts";

/**
 * The CDK app. The CDK's CLI names the stage with `-c stage=…`; without the CLI, as on the laptop, it is `--stage … --out …`.
 * `npm run deploy` says `-c deploying=true`, and then nothing that a deployment needs may be missing.
 */
const { values } = parseArgs({ options: { stage: { type: "string" }, out: { type: "string" } } });
const onLaptop = values.out !== undefined;
const app = openApp({ outdir: values.out, checks: !onLaptop });
const contextOf = (name: string): string | undefined => app.node.tryGetContext(name);

/** Values that stand in the repository: given on the command line, one that was forgotten once would be taken away. */
const NOT_TAKEN = [
  ...["domain", "certificate", "hostedZone", "mailFrom", "operatorsMail", "alarmMail"],
  "stripePublishableKey",
];

function requestedStage() {
  const given = NOT_TAKEN.filter((name) => contextOf(name) !== undefined);
  if (given.length > 0) throw new Error(`-c ${given.join(", ")} isn't taken: set it in lib/deployments.ts.`);
  const name = values.stage ?? contextOf("stage");
  const deployment = Object.entries(DEPLOYMENTS).find(([deployed]) => deployed === name)?.[1];
  // The laptop has no account and no domain, whatever the stage.
  const stage = stageOf(name, name && deployment && !onLaptop ? stageValues(name, deployment) : {});
  const missing = missingValues(stage);
  if (contextOf("deploying") && missing.length > 0) {
    throw new Error(`${stage.name} can't be deployed: set ${missing.join(", ")} in lib/deployments.ts.`);
  }
  return stage;
}

try {
  const stage = requestedStage();
  const built = { functions: join(PROJECT, ".build/functions"), site: join(PROJECT, ".build/site") };
  const { stackName } = new MarketplaceStack(app, `ochre-${stage.name}`, { stage, built, onLaptop });
  const problems = quotaProblems(app.synth().getStackByName(stackName).template);
  if (problems.length > 0) throw new Error(problems.join("\n"));
} catch (problem) {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
}
