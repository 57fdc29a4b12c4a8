import { existsSync } from "node:fs";
import { join } from "node:path";
import { Duration, RemovalPolicy, type Size, Token, Validations } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import { Alias, Architecture, Code, Function as Lambda, LoggingFormat, Runtime } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { buildEnvironmentSchema, type Permission } from "#lambdas/platform/runtime/environment.ts";
import { getArchitecture } from "#lib/bundling/architecture.ts";
import { getPermissions } from "#lib/bundling/entries.ts";
import type { Stage } from "#lib/stacks/stages.ts";
import { FAILED_CALLS, FUNCTION_DIMENSION, METRIC_DIMENSION, METRIC_NAMESPACE } from "#shared/metrics.ts";
import type { Alarms } from "./alarms.ts";
import { acknowledgeWildcards } from "./wildcards.ts";

/** Actions on resources. */
export type Right = readonly [actions: readonly string[], resources: readonly string[]];

/** Settings that every function of a stack shares. */
export interface FunctionSetting {
  readonly stage: Stage;
  /** Scheme and host of the site. */
  readonly siteOrigin: string;
  /** Folder with a built folder for each function. */
  readonly assets: string;
  readonly alarms: Alarms;
  /** True for the laptop, which runs functions on its own architecture. */
  readonly onLaptop: boolean;
}

export interface MarketplaceFunctionProps {
  readonly name: string;
  /** Megabytes; CPU grows in proportion. */
  readonly memory?: number;
  readonly timeout?: Duration;
  /** Size of /tmp; by default Lambda's 512 MB. */
  readonly storage?: Size;
  /** False for triggers of the user pool, which are created before the pool. */
  readonly knowsTokens?: boolean;
  /** Receives events that failed every attempt. */
  readonly deadLetters?: IQueue;
}

/** A function's role with inline policies: separate ones would count towards the stack's 500 resources. */
class FunctionRole extends Role {
  private readonly rights: PolicyDocument;

  constructor(scope: Construct) {
    const rights = new PolicyDocument({ minimize: true });
    super(scope, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: { Rights: rights },
    });
    this.rights = rights;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.rights.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}

/** Every function is created here, with its runtime, log group and checked environment. */
export class MarketplaceFunction extends Construct {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly lambda: Lambda;
  readonly logGroup: LogGroup;
  /** Sums of calls that threw (`errors`), that answered 500 (`failed`), and of all calls. */
  readonly counts: Readonly<Record<"errors" | "failed" | "calls", Metric>>;
  private readonly variables = new Map<string, string>();
  private readonly knowsTokens: boolean;
  private readonly role: Role;

  constructor(scope: Construct, setting: FunctionSetting, props: MarketplaceFunctionProps) {
    super(scope, props.name);
    this.name = props.name;
    this.permissions = getPermissions(props.name);
    this.knowsTokens = props.knowsTokens ?? true;
    const asset = join(setting.assets, props.name);
    this.logGroup = new LogGroup(this, "Logs", {
      retention: setting.stage.logRetention,
      removalPolicy: setting.stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.role = this.roleWriting(this.logGroup);
    this.lambda = new Lambda(this, "Function", {
      description: `${props.name} of stage ${setting.stage.name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: setting.onLaptop ? Architecture.ARM_64 : getArchitecture(asset),
      handler: "index.handler",
      code: Code.fromAsset(requireBuilt(asset)),
      role: this.role,
      memorySize: props.memory ?? 1024,
      timeout: props.timeout ?? Duration.seconds(10),
      ephemeralStorageSize: props.storage,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      deadLetterQueue: props.deadLetters,
    });
    Validations.of(this.lambda).acknowledge({
      id: "Serverless-LambdaTracing",
      reason:
        "Log lines contain the request id, and alarms watch errors and latency; traces would need permissions on any resource.",
    });
    if (!props.deadLetters) {
      Validations.of(this.lambda).acknowledge({
        id: "Serverless-LambdaDLQ",
        reason: "APIs, queues, the stream and the user pool call it synchronously; a schedule's next run catches up.",
      });
    }
    this.setEnvironment({
      STAGE: setting.stage.name,
      FEATURES: JSON.stringify(setting.stage.features),
      SITE_ORIGIN: setting.siteOrigin,
      POWERTOOLS_SERVICE_NAME: props.name,
    });
    this.counts = {
      errors: this.lambda.metricErrors(),
      failed: new Metric({
        namespace: METRIC_NAMESPACE,
        metricName: FAILED_CALLS,
        dimensionsMap: { [METRIC_DIMENSION]: setting.stage.name, [FUNCTION_DIMENSION]: this.name },
        statistic: "Sum",
      }),
      calls: this.lambda.metricInvocations(),
    };
    this.node.addValidation({ validate: () => this.environmentProblems() });
  }

  get roleArn() {
    return this.role.roleArn;
  }

  /** True if an API calls the function. */
  get isCalled() {
    return this.node.children.some((child) => child instanceof Alias);
  }

  setEnvironment(variables: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(variables)) {
      this.variables.set(name, value);
      this.lambda.addEnvironment(name, value);
    }
  }

  allow(actions: readonly string[], resources: readonly string[]) {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  }

  /** Like `allow`, for resources that only a wildcard can name; `reason` says why. */
  allowAny(actions: readonly string[], resources: readonly string[], reason: string) {
    this.allow(actions, resources);
    acknowledgeWildcards(this, { resources }, reason);
  }

  /** Role that may write to this log group only; the managed policy would allow any. */
  private roleWriting(logGroup: LogGroup) {
    const role = new FunctionRole(this);
    role.addToPolicy(
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
    );
    return role;
  }

  /** Validates the environment against the function's schema; values known only at deployment count as valid. */
  private environmentProblems() {
    const deployed = "https://deployed.invalid";
    const variables = [...this.variables].map(([name, value]) => [name, Token.isUnresolved(value) ? deployed : value]);
    const tokens = this.knowsTokens ? {} : { TOKEN_ISSUER: deployed, TOKEN_AUDIENCE: deployed };
    const { error } = buildEnvironmentSchema(this.permissions).safeParse({
      ...tokens,
      ...Object.fromEntries(variables),
    });
    return (error?.issues ?? []).map(({ path, message }) => `${this.name}: ${path.join(".")}: ${message}`);
  }
}

function requireBuilt(asset: string) {
  if (!existsSync(join(asset, "index.cjs"))) throw new Error(`${asset} isn't built: run "npm run build" first.`);
  return asset;
}
