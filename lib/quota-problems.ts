import { AWS_QUOTAS, type AwsQuota } from "#shared/aws-quotas.ts";

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
}

/** Something of the template that has a limit. */
interface Measure {
  readonly quota: AwsQuota;
  /** Logical id, or what the template as a whole has. */
  readonly of: string;
  readonly size: number;
}

/** Longer than any name or ARN that CloudFormation will put in the place of a reference. */
const REFERENCE = "r".repeat(128);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value with an upper bound in the place of whatever is known only at deployment. */
function estimated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(estimated);
  if (!isRecord(value)) return value;
  const { "Fn::Join": join } = value;
  if (Array.isArray(join)) return join[1].map(estimated).join(String(join[0]));
  const [only, ...others] = Object.keys(value);
  if (only !== undefined && others.length === 0 && (only === "Ref" || only.startsWith("Fn::"))) return REFERENCE;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, estimated(inner)]));
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(estimated(value)) ?? "");

/** Logical ids that a value refers to. */
function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isRecord(value)) return [];
  const { Ref, "Fn::GetAtt": attribute } = value;
  if (typeof Ref === "string") return [Ref];
  return Array.isArray(attribute) ? [String(attribute[0])] : Object.values(value).flatMap(referencesIn);
}

type Properties = Readonly<Record<string, unknown>>;
type Index = { readonly Projection?: { readonly NonKeyAttributes?: readonly unknown[] } };

function measuresOfFunction(of: string, { Environment, Timeout, MemorySize }: Properties): Measure[] {
  const { Variables = {} } = (Environment ?? {}) as { Variables?: Record<string, unknown> };
  return [
    { quota: "lambdaEnvironment", of, size: sizeOf(Variables) },
    { quota: "lambdaTimeout", of, size: Number(Timeout ?? 3) },
    { quota: "lambdaMemory", of, size: Number(MemorySize ?? 128) },
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
  const { CacheBehaviors = [] } = (DistributionConfig ?? {}) as { CacheBehaviors?: unknown[] };
  return [{ quota: "cloudFrontBehaviours", of, size: CacheBehaviors.length }];
}

function measuresOfIntegration(of: string, { TimeoutInMillis, PayloadFormatVersion }: Properties): Measure[] {
  // Only integrations of HTTP APIs state the version of their payload.
  const quota = PayloadFormatVersion ? "httpApiTimeout" : "socketTimeout";
  return [{ quota, of, size: Number(TimeoutInMillis ?? 0) / 1000 }];
}

const MEASURES: Readonly<Record<string, (id: string, properties: Properties) => Measure[]>> = {
  "AWS::ApiGatewayV2::Integration": measuresOfIntegration,
  "AWS::CloudFront::Distribution": measuresOfDistribution,
  "AWS::CloudFront::Function": (of, { FunctionCode }) => [
    { quota: "cloudFrontFunction", of, size: sizeOf(FunctionCode) },
  ],
  "AWS::DynamoDB::Table": measuresOfTable,
  "AWS::IAM::Role": (of, { AssumeRolePolicyDocument }) => [
    { quota: "iamTrustPolicy", of, size: sizeOf(AssumeRolePolicyDocument) },
  ],
  "AWS::Lambda::Function": measuresOfFunction,
};

/** Sums over the resources of a type that name the same owner. */
function summed(
  template: Template,
  quota: AwsQuota,
  type: string,
  sizes: (resource: Properties) => [string, number][],
) {
  const totals = new Map<string, number>();
  for (const { Type, Properties = {} } of Object.values(template.Resources)) {
    if (Type !== type) continue;
    for (const [owner, size] of sizes(Properties)) totals.set(owner, (totals.get(owner) ?? 0) + size);
  }
  return [...totals].map(([of, size]): Measure => ({ quota, of, size }));
}

function measuresOf(template: Template): Measure[] {
  const { Resources, Outputs = {} } = template;
  return [
    { quota: "templateResources", of: "the template", size: Object.keys(Resources).length },
    { quota: "templateOutputs", of: "the template", size: Object.keys(Outputs).length },
    { quota: "templateBody", of: "the template", size: Buffer.byteLength(JSON.stringify(template)) },
    ...Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => MEASURES[Type]?.(id, Properties) ?? []),
    ...summed(template, "httpApiRoutes", "AWS::ApiGatewayV2::Route", ({ ApiId }) => [[referencesIn(ApiId).join(), 1]]),
    ...summed(template, "iamRolePolicies", "AWS::IAM::Policy", ({ Roles, PolicyDocument }) =>
      referencesIn(Roles).map((role) => [role, sizeOf(PolicyDocument)]),
    ),
    // Lambda adds an id, the effect and the names of the condition to what the template says.
    ...summed(template, "lambdaResourcePolicy", "AWS::Lambda::Permission", (permission) => [
      [referencesIn(permission.FunctionName).join(), sizeOf(permission) + 3 * REFERENCE.length],
    ]),
  ];
}

/** How much of a limit stays free. An index can't be changed, so a full one would have to be replaced for any addition. */
const RESERVED: Partial<Record<AwsQuota, number>> = { dynamoDbProjectedByIndex: 1 };

/** One line for each limit of AWS that the template exceeds, which a deployment would find out half-way. */
export const quotaProblems = (template: Template): string[] =>
  measuresOf(template).flatMap(({ quota, of, size }) => {
    const { max, unit, source } = AWS_QUOTAS[quota];
    const { [quota]: reserved = 0 } = RESERVED;
    const free = reserved > 0 ? `, of which ${reserved} stays free` : "";
    return size > max - reserved
      ? [`${of}: ${quota} is ${size} ${unit}, and AWS takes at most ${max}${free} (${source})`]
      : [];
  });
