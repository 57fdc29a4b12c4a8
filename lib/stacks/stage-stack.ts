import { Annotations, CfnRule, Fn, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { getStackName, missingValues, type Stage } from "./stages.ts";

export interface StageStackProps {
  readonly stage: Stage;
  /** Suffix of the stack's name; none for the main stack. */
  readonly part?: string;
  /** Region, by default the stage's. */
  readonly region?: string;
  /** True for the laptop's template. */
  readonly onLaptop?: boolean;
}

/** The parameter that the CDK adds to every template. */
const BOOTSTRAP_VERSION = "BootstrapVersion";

/** A stack of a stage, in the stage's account. */
export class StageStack extends Stack {
  constructor(scope: Construct, { stage, part, region, onLaptop = false }: StageStackProps) {
    const { environment } = stage;
    super(scope, [getStackName(stage), ...(part ? [part] : [])].join("-"), {
      description: part ? `Ochre, ${part} of stage ${stage.name}` : `Ochre, stage ${stage.name}`,
      terminationProtection: stage.keepsData,
      env: { ...environment, ...(region ? { region } : {}) },
    });
    if (!onLaptop) this.refuseDeploymentWithout(missingValues(stage));
  }

  /** Adds a rule by which CloudFormation rejects the template before it changes anything; it can still be synthesized. */
  private refuseDeploymentWithout(missing: readonly string[]) {
    if (missing.length === 0) return;
    const problem = `Not for deployment: set ${missing.join(", ")} of the stage in lib/stacks/deployments.ts.`;
    Annotations.of(this).addWarningV2("ochre:deployment", problem);
    // A rule must reference a parameter; the CDK's own is a number, so the assertion always fails.
    const assert = Fn.conditionContains(["deployable"], Fn.ref(BOOTSTRAP_VERSION));
    new CfnRule(this, "Deployable", { assertions: [{ assert, assertDescription: problem }] });
  }
}
