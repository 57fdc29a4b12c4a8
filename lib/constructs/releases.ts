import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Alias } from "aws-cdk-lib/aws-lambda";
import { Construct, type IConstruct } from "constructs";
import type { Stage } from "#lib/stacks/stages.ts";
import type { MarketplaceFunction } from "./function.ts";
import { acknowledgeWildcards } from "./wildcards.ts";

/** The alias of a function that an API calls. */
const LIVE_ALIAS = "live";

/**
 * Deployments that start together. Lambda's control API has a fixed limit of 15 requests a second per account, and CodeDeploy fails when
 * throttled: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html#api-requests
 */
const AT_ONCE = 5;

const CONFIGURATION: Readonly<Record<Stage["release"], typeof LambdaDeploymentConfig.ALL_AT_ONCE>> = {
  gradual: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  "at-once": LambdaDeploymentConfig.ALL_AT_ONCE,
};

/** Shifts API calls from a function's version to the next, and rolls back when an alarm fires. */
export class Releases extends Construct {
  private readonly stage: Stage;
  private readonly application: LambdaApplication;
  private readonly rights = new PolicyDocument();
  private readonly role: Role;
  /** Aliases that move together; they wait for those in `earlier`. */
  private batch: Alias[] = [];
  private earlier: readonly Alias[] = [];

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Releases");
    this.stage = stage;
    this.application = new LambdaApplication(this, "Application");
    this.role = new Role(this, "CodeDeploy", {
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
      inlinePolicies: { Rights: this.rights },
    });
    this.allow(["cloudwatch:DescribeAlarms"], ["*"]);
    const reason = "CodeDeploy first lists all alarms, so the permission can't be limited to those of the group.";
    acknowledgeWildcards(this.role, { resources: ["*"] }, reason);
  }

  /** The alias that an API calls: it moves once `after` is deployed, and rolls back if an alarm fires. */
  live(fn: MarketplaceFunction, { alarms, after }: { alarms: readonly Alarm[]; after: readonly IConstruct[] }): Alias {
    const { lambda } = fn;
    const alias = new Alias(fn, "Live", { aliasName: LIVE_ALIAS, version: lambda.currentVersion });
    if (this.batch.length === AT_ONCE || this.batch.some((moving) => after.includes(moving))) {
      this.earlier = this.batch;
      this.batch = [];
    }
    this.batch.push(alias);
    this.allow(["lambda:GetAlias", "lambda:UpdateAlias"], [lambda.functionArn]);
    this.allow(["lambda:GetProvisionedConcurrencyConfig"], [`${lambda.functionArn}:${LIVE_ALIAS}`]);
    const group = new LambdaDeploymentGroup(fn, "Release", {
      application: this.application,
      alias,
      // The managed policy that the CDK would attach lets CodeDeploy update every alias of the account.
      role: this.role.withoutPolicyUpdates(),
      deploymentConfig: CONFIGURATION[this.stage.release],
      alarms: [...alarms],
      ignoreAlarmConfiguration: this.stage.release === "at-once",
    });
    // CloudFormation doesn't document that a group named only by an update policy exists before the alias moves.
    alias.node.addDependency(...after, ...this.earlier, group);
    return alias;
  }

  private allow(actions: string[], resources: string[]) {
    this.rights.addStatements(new PolicyStatement({ actions, resources }));
  }
}
