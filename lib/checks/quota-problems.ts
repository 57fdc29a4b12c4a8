import { AWS_QUOTAS, type AwsQuota } from "ochre-local/quotas";

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
}

/** A measured size that has a quota. */
interface Measure {
  readonly quota: AwsQuota;
  /** Logical id, or the name of a measure of the whole template. */
  readonly of: string;
  readonly size: number;
}

/** Longer than any name or ARN that CloudFormation substitutes for a reference. */
const REFERENCE = "r".repeat(128);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces values known only at deployment by an upper bound. */
function estimate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(estimate);
  if (!isRecord(value)) return value;
  const { "Fn::Join": join } = value;
  if (Array.isArray(join)) return join[1].map(estimate).join(String(join[0]));
  const [only, ...others] = Object.keys(value);
  if (only !== undefined && others.length === 0 && (only === "Ref" || only.startsWith("Fn::"))) return REFERENCE;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, estimate(inner)]));
}

const countBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(estimate(value)) ?? "");

/** Logical ids that a value refers to. */
function collectReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectReferences);
  if (!isRecord(value)) return [];
  const { Ref, "Fn::GetAtt": attribute } = value;
  if (typeof Ref === "string") return [Ref];
  return Array.isArray(attribute) ? [String(attribute[0])] : Object.values(value).flatMap(collectReferences);
}

type Properties = Readonly<Record<string, unknown>>;
type Index = { readonly Projection?: { readonly NonKeyAttributes?: readonly unknown[] } };

function measuresOfFunction(of: string, { Environment, Timeout, MemorySize, Layers = [] }: Properties): Measure[] {
  const { Variables = {} } = (Environment ?? {}) as { Variables?: Record<string, unknown> };
  return [
    { quota: "lambdaEnvironment", of, size: countBytes(Variables) },
    { quota: "lambdaTimeout", of, size: Number(Timeout ?? 3) },
    { quota: "lambdaMemory", of, size: Number(MemorySize ?? 128) },
    { quota: "lambdaLayers", of, size: (Layers as unknown[]).length },
  ];
}

function measuresOfTable(of: string, { GlobalSecondaryIndexes = [] }: Properties): Measure[] {
  const projected = (GlobalSecondaryIndexes as Index[]).map(
    ({ Projection }) => Projection?.NonKeyAttributes?.length ?? 0,
  );
  return [
    { quota: "dynamoDbIndexes", of, size: projected.length },
    { quota: "dynamoDbProjected", of, size: projected.reduce((sum, count) => sum + count, 0) },
    ...projected.map((size): Measure => ({ quota: "dynamoDbProjectedByIndex", of, size })),
  ];
}

function measuresOfDistribution(of: string, { DistributionConfig }: Properties): Measure[] {
  const { CacheBehaviors = [], Origins = [] } = DistributionConfig as Record<string, unknown[] | undefined>;
  return [
    { quota: "cloudFrontBehaviours", of, size: CacheBehaviors.length },
    { quota: "cloudFrontOrigins", of, size: Origins.length },
  ];
}

type Named = Readonly<Record<string, readonly unknown[] | undefined>>;

/** Numbers of names that a policy lists, by kind. */
function measuresOfPolicy(of: string, { QueryStringsConfig, HeadersConfig, CookiesConfig }: Properties): Measure[] {
  const count = (config: unknown, kind: string) => (config as Named | undefined)?.[kind]?.length ?? 0;
  return [
    { quota: "cloudFrontQueryStrings", of, size: count(QueryStringsConfig, "QueryStrings") },
    { quota: "cloudFrontHeaders", of, size: count(HeadersConfig, "Headers") },
    { quota: "cloudFrontCookies", of, size: count(CookiesConfig, "Cookies") },
  ];
}

function measuresOfHeaders(of: string, { ResponseHeadersPolicyConfig }: Properties): Measure[] {
  const { CustomHeadersConfig, SecurityHeadersConfig } = ResponseHeadersPolicyConfig as {
    readonly CustomHeadersConfig?: { readonly Items?: readonly unknown[] };
    readonly SecurityHeadersConfig?: { readonly ContentSecurityPolicy?: Properties };
  };
  const policy = SecurityHeadersConfig?.ContentSecurityPolicy?.ContentSecurityPolicy ?? "";
  return [
    { quota: "cloudFrontCustomHeaders", of, size: CustomHeadersConfig?.Items?.length ?? 0 },
    { quota: "cloudFrontContentSecurityPolicy", of, size: String(estimate(policy)).length },
  ];
}

/** WAF capacity units of AWS's groups (https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html). */
const GROUP_UNITS: Readonly<Record<string, number>> = {
  AWSManagedRulesAmazonIpReputationList: 25,
  AWSManagedRulesKnownBadInputsRuleSet: 200,
  AWSManagedRulesCommonRuleSet: 700,
};

/** Upper bound of our own rules' capacity units: a rate, a path prefix and its transformation. */
const OWN_RULE_UNITS = 25;

interface Rule {
  readonly Statement: { readonly ManagedRuleGroupStatement?: { readonly Name: string } };
}

function measuresOfFirewall(of: string, { Rules = [] }: Properties): Measure[] {
  const units = (Rules as Rule[]).map(({ Statement: { ManagedRuleGroupStatement: group } }) =>
    group ? (GROUP_UNITS[group.Name] ?? AWS_QUOTAS.wafCapacity.max) : OWN_RULE_UNITS,
  );
  return [{ quota: "wafCapacity", of, size: units.reduce((sum, each) => sum + each, 0) }];
}

interface Widget {
  readonly properties?: { readonly metrics?: readonly unknown[]; readonly alarms?: readonly unknown[] };
}

function measuresOfDashboard(of: string, { DashboardBody }: Properties): Measure[] {
  const { widgets } = JSON.parse(String(estimate(DashboardBody))) as { widgets: readonly Widget[] };
  const metrics = widgets.map(({ properties }) => properties?.metrics?.length ?? 0);
  return [
    { quota: "dashboardWidgets", of, size: widgets.length },
    { quota: "dashboardMetrics", of, size: metrics.reduce((sum, count) => sum + count, 0) },
    ...metrics.map((size): Measure => ({ quota: "dashboardMetricsByWidget", of, size })),
    ...widgets.map(
      ({ properties }): Measure => ({
        quota: "dashboardAlarms",
        of,
        size: properties?.alarms?.length ?? 0,
      }),
    ),
  ];
}

function measuresOfIntegration(of: string, { TimeoutInMillis, PayloadFormatVersion }: Properties): Measure[] {
  // Only integrations of HTTP APIs state the version of their payload.
  const quota = PayloadFormatVersion ? "httpApiTimeout" : "socketTimeout";
  return [{ quota, of, size: Number(TimeoutInMillis ?? 0) / 1000 }];
}

const MEASURES: Readonly<Record<string, (id: string, properties: Properties) => Measure[]>> = {
  "AWS::ApiGatewayV2::Integration": measuresOfIntegration,
  "AWS::CloudFront::CachePolicy": (of, { CachePolicyConfig }) =>
    measuresOfPolicy(of, (CachePolicyConfig as Properties).ParametersInCacheKeyAndForwardedToOrigin as Properties),
  "AWS::CloudFront::Distribution": measuresOfDistribution,
  "AWS::CloudFront::Function": (of, { FunctionCode }) => [
    { quota: "cloudFrontFunction", of, size: countBytes(FunctionCode) },
  ],
  "AWS::CloudFront::OriginRequestPolicy": (of, { OriginRequestPolicyConfig }) =>
    measuresOfPolicy(of, OriginRequestPolicyConfig as Properties),
  "AWS::CloudFront::ResponseHeadersPolicy": measuresOfHeaders,
  "AWS::CloudWatch::Dashboard": measuresOfDashboard,
  "AWS::DynamoDB::Table": measuresOfTable,
  "AWS::Events::Rule": (of, { Targets = [] }) => [
    { quota: "eventRuleTargets", of, size: (Targets as unknown[]).length },
  ],
  "AWS::IAM::Role": (of, { AssumeRolePolicyDocument, ManagedPolicyArns = [] }) => [
    { quota: "iamTrustPolicy", of, size: countBytes(AssumeRolePolicyDocument) },
    { quota: "iamManagedPolicies", of, size: (ManagedPolicyArns as unknown[]).length },
  ],
  "AWS::Lambda::Function": measuresOfFunction,
  "AWS::WAFv2::WebACL": measuresOfFirewall,
};

type Owned = readonly [owner: string, size: number];

/** Amounts that a resource adds to a quota of another resource, or of its own. */
const SHARES: Readonly<Record<string, { quota: AwsQuota; of: (id: string, properties: Properties) => Owned[] }>> = {
  "AWS::ApiGatewayV2::Integration": {
    quota: "httpApiIntegrations",
    of: (_id, { ApiId }) => [[collectReferences(ApiId).join(), 1]],
  },
  "AWS::ApiGatewayV2::Route": {
    quota: "httpApiRoutes",
    of: (_id, { ApiId }) => [[collectReferences(ApiId).join(), 1]],
  },
  "AWS::IAM::Policy": {
    quota: "iamRolePolicies",
    of: (_id, { Roles, PolicyDocument }) =>
      collectReferences(Roles).map((role): Owned => [role, countBytes(PolicyDocument)]),
  },
  "AWS::IAM::Role": {
    quota: "iamRolePolicies",
    of: (id, { Policies = [] }) =>
      (Policies as Properties[]).map(({ PolicyDocument }): Owned => [id, countBytes(PolicyDocument)]),
  },
  "AWS::Lambda::Permission": {
    quota: "lambdaResourcePolicy",
    // Lambda adds an id, the effect and condition keys to the template's statement.
    of: (_id, permission) => [
      [collectReferences(permission.FunctionName).join(), countBytes(permission) + 3 * REFERENCE.length],
    ],
  },
};

/** Sums the shares of several resources in one owner's quota. */
function sumShares({ Resources }: Template): Measure[] {
  const totals = new Map<string, Measure>();
  for (const [id, { Type, Properties = {} }] of Object.entries(Resources)) {
    const share = SHARES[Type];
    if (!share) continue;
    const { quota } = share;
    for (const [of, size] of share.of(id, Properties)) {
      const key = `${quota} ${of}`;
      totals.set(key, { quota, of, size: size + (totals.get(key)?.size ?? 0) });
    }
  }
  return [...totals.values()];
}

function listMeasures(template: Template, of: string): Measure[] {
  const { Resources, Parameters = {}, Outputs = {} } = template;
  return [
    { quota: "templateResources", of, size: Object.keys(Resources).length },
    { quota: "templateParameters", of, size: Object.keys(Parameters).length },
    { quota: "templateOutputs", of, size: Object.keys(Outputs).length },
    { quota: "templateBody", of, size: Buffer.byteLength(JSON.stringify(template)) },
    ...Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => MEASURES[Type]?.(id, Properties) ?? []),
    ...sumShares(template),
  ];
}

/** Headroom to keep. An index can't be changed, so a full one would have to be replaced for any addition. */
const RESERVED: Partial<Record<AwsQuota, number>> = { dynamoDbProjectedByIndex: 1 };

/** One line for each AWS quota that the template exceeds, because a deployment would fail halfway. */
export const quotaProblems = (template: Template, name = "the template"): string[] =>
  listMeasures(template, name).flatMap(({ quota, of, size }) => {
    const { max, unit, source } = AWS_QUOTAS[quota];
    const { [quota]: reserved = 0 } = RESERVED;
    const free = reserved > 0 ? `, of which ${reserved} stays free` : "";
    return size > max - reserved
      ? [`${of}: ${quota} is ${size} ${unit}, but AWS allows at most ${max}${free} (${source})`]
      : [];
  });

const NEAR = 0.8;

/** Quotas of which the template uses at least 80 %, each with its largest use. */
export function nearQuotas(template: Template, name = "the template"): ReadonlyMap<AwsQuota, string> {
  const near = listMeasures(template, name).filter(({ quota, size }) => size >= NEAR * AWS_QUOTAS[quota].max);
  return new Map(
    near
      .sort((one, other) => one.size - other.size)
      .map(({ quota, of, size }) => [quota, `${of}: ${size} of ${AWS_QUOTAS[quota].max} ${AWS_QUOTAS[quota].unit}`]),
  );
}
