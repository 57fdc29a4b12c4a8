import { join } from "node:path";
import { parseArgs } from "node:util";
import { App } from "aws-cdk-lib";
import { PROJECT } from "#lib/entries.ts";
import { MarketplaceStack } from "#lib/marketplace-stack.ts";
import { quotaProblems } from "#lib/quota-problems.ts";
import { STRIPE_SCRIPT, type StageValues, stageOf } from "#lib/stages.ts";

/** The CDK app. The CDK's CLI names the stage with `-c stage=…`; without the CLI it is `--stage … --out …`. */
const { values } = parseArgs({ options: { stage: { type: "string" }, out: { type: "string" } } });
const onLaptop = values.out !== undefined;
// The laptop skips CloudFormation's validation, which takes half of the synthesis time.
const builtinCloudFormationValidation = !onLaptop;
const app = new App({ outdir: values.out, analyticsReporting: false, builtinCloudFormationValidation });
const contextOf = (name: string): string | undefined => app.node.tryGetContext(name);

function stageValues(): StageValues {
  const [name, certificateArn] = [contextOf("domain"), contextOf("certificate")];
  if (name && !certificateArn) throw new Error(`Domain ${name} needs -c certificate=<ARN in us-east-1>.`);
  const domain = name && certificateArn ? { name, certificateArn, hostedZoneId: contextOf("hostedZone") } : undefined;
  return {
    domain,
    mailFrom: contextOf("mailFrom"),
    operatorsMail: contextOf("operatorsMail"),
    alarmMail: contextOf("alarmMail"),
    ...browserPayments(contextOf("stripePublishableKey")),
  };
}

function browserPayments(publishableKey: string | undefined): Pick<StageValues, "stripe"> {
  if (!publishableKey) return {};
  if (publishableKey.startsWith("pk_")) return { stripe: { script: STRIPE_SCRIPT, publishableKey } };
  throw new Error("stripePublishableKey has to begin with pk_, for every browser sees it.");
}

try {
  const stage = stageOf(values.stage ?? contextOf("stage"), stageValues());
  const built = { functions: join(PROJECT, ".build/functions"), site: join(PROJECT, ".build/site") };
  const { stackName } = new MarketplaceStack(app, `ochre-${stage.name}`, { stage, built, onLaptop });
  const problems = quotaProblems(app.synth().getStackByName(stackName).template);
  if (problems.length > 0) throw new Error(problems.join("\n"));
} catch (problem) {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
}
