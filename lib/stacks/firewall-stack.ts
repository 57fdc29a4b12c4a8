import { CfnOutput, Fn, RemovalPolicy } from "aws-cdk-lib";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { CfnIPSet, CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import { EDGE_REGION } from "./edge-region.ts";
import { MANAGED_RULES, type ManagedRules, RATE_RULES, type RateRule, SIGNED_PATH } from "./firewall.ts";
import { StageStack } from "./stage-stack.ts";
import { getStackName, type Stage } from "./stages.ts";

/** WAF requires this prefix (https://docs.aws.amazon.com/waf/latest/developerguide/logging-cw-logs.html). */
const LOG_PREFIX = "aws-waf-logs-";

const ACL_ARN = "WebAclArn";

/** Same response as API Gateway's throttle, which the site handles. */
const TOO_MANY = { key: "TooManyRequests", status: 429, body: { message: "Too Many Requests" } };

/** Headers that may contain a token, directly or in a URL. */
const SECRET_HEADERS = ["authorization", "cookie", "referer"];

/** Firewall of the distribution; CloudFront's firewalls exist in one region only. */
export class FirewallStack extends StageStack {
  /** The web ACL's ARN, for stacks of any region that are deployed after this one. */
  readonly aclArn: string;

  constructor(scope: Construct, stage: Stage) {
    super(scope, { stage, part: "firewall", region: EDGE_REGION });
    const { key, body } = TOO_MANY;
    const blocked = (["IPV4", "IPV6"] as const).map(
      (ipAddressVersion) =>
        new CfnIPSet(this, `Blocked${ipAddressVersion}`, {
          name: `${getStackName(stage)}-blocked-${ipAddressVersion.toLowerCase()}`,
          description: "Addresses blocked by operators, left unchanged by deployments",
          scope: "CLOUDFRONT",
          ipAddressVersion,
          addresses: [],
        }),
    );
    const acl = new CfnWebACL(this, "WebAcl", {
      description: `In front of the site of stage ${stage.name}`,
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      // Blocked addresses first, then rate rules, so that the managed rules don't evaluate a flood.
      rules: [blockedRule(blocked), ...RATE_RULES.map(rateRule), ...MANAGED_RULES.map(managedRule)].map(
        (rule, priority) => ({
          ...rule,
          priority,
          visibilityConfig: metricsOnly(rule.name),
        }),
      ),
      customResponseBodies: { [key]: { contentType: "APPLICATION_JSON", content: JSON.stringify(body) } },
      visibilityConfig: metricsOnly(getStackName(stage)),
    });
    new CfnOutput(this, ACL_ARN, { value: acl.attrArn });
    this.aclArn = Fn.getStackOutput(this.stackName, ACL_ARN, EDGE_REGION);
    this.log(acl, `${LOG_PREFIX}${getStackName(stage)}`);
  }

  /** Logs blocked requests without anything that may contain a token; log-in links have theirs in the path. */
  private log(acl: CfnWebACL, logGroupName: string) {
    const logGroup = new LogGroup(this, "Logs", {
      logGroupName,
      retention: RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const arn = this.formatArn({ service: "logs", resource: `log-group:${logGroupName}` });
    const logging = new CfnLoggingConfiguration(this, "Logging", {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [arn],
      loggingFilter: {
        DefaultBehavior: "DROP",
        Filters: [
          {
            Behavior: "KEEP",
            Requirement: "MEETS_ANY",
            Conditions: [{ ActionCondition: { Action: "BLOCK" } }],
          },
        ],
      },
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        ...SECRET_HEADERS.map((Name) => ({ singleHeader: { Name } })),
      ],
    });
    logging.node.addDependency(logGroup);
  }
}

/** Metrics only: sampled requests, which the console shows, contain tokens. */
const metricsOnly = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

const blockedRule = (sets: readonly CfnIPSet[]) => ({
  name: "BlockedAddresses",
  action: { block: {} },
  statement: { orStatement: { statements: sets.map(({ attrArn: arn }) => ({ ipSetReferenceStatement: { arn } })) } },
});

function rateRule({ name, limit, path }: RateRule) {
  const { key: customResponseBodyKey, status: responseCode } = TOO_MANY;
  return {
    name,
    action: { block: { customResponse: { responseCode, customResponseBodyKey } } },
    statement: {
      rateBasedStatement: {
        limit,
        aggregateKeyType: "IP",
        evaluationWindowSec: 300,
        ...(path ? { scopeDownStatement: beginningWith(path) } : {}),
      },
    },
  };
}

function managedRule({ name, counted }: ManagedRules) {
  const overrides = Object.keys(counted).map((rule) => ({ name: rule, actionToUse: { count: {} } }));
  return {
    name,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: "AWS",
        name,
        // WAF rejects an empty list.
        ruleActionOverrides: overrides.length > 0 ? overrides : undefined,
        scopeDownStatement: { notStatement: { statement: beginningWith(SIGNED_PATH) } },
      },
    },
  };
}

/** Decodes the path as CloudFront does, so that no encoding bypasses the rule. */
const beginningWith = (searchString: string) => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: "STARTS_WITH",
    searchString,
    textTransformations: ["URL_DECODE", "NORMALIZE_PATH"].map((type, priority) => ({ priority, type })),
  },
});
