import { AWS_QUOTAS, type AwsQuota } from "ochre-local/quotas";
import { describe, expect, test } from "vitest";
import { nearQuotas, quotaProblems } from "#lib/checks/quota-problems.ts";
import { getStage } from "#lib/stacks/stages.ts";
import { getStack, VARIANTS } from "./support/synthesize-stack.ts";

const certificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/a";
const domain = { name: "ochre.example", certificateArn, hostedZoneId: "Z1" };

test.each(VARIANTS)("stage %s %j stays below every limit of AWS", async (name, variant) => {
  const { templates } = await getStack(name, { ...variant, domain });
  const { firewall } = getStage(name);
  expect(templates.size).toBe(firewall ? 4 : 3);
  for (const [file, template] of templates) expect(quotaProblems(template, file)).toEqual([]);
});

/** Limits that some stage is near, with the reason why that is acceptable. */
const NEAR: Partial<Record<AwsQuota, string>> = {
  dynamoDbProjectedByIndex:
    "Attributes share one where an index takes no more; an index of the next version takes others.",
  templateResources:
    "Each route is one; the administration's could share one, since its function checks the token itself.",
  lambdaTimeout: "An archive takes as long as Lambda allows, and continues in another call.",
};

test("no stage is near a limit of AWS, except those with a reason", async () => {
  const stacks = await Promise.all(VARIANTS.map(([name, variant]) => getStack(name, { ...variant, domain })));
  const near = stacks.flatMap(({ templates }) => [...templates].flatMap((file) => [...nearQuotas(file[1], file[0])]));
  expect(near.filter(([quota]) => !NEAR[quota])).toEqual([]);
  expect(Object.keys(NEAR).filter((known) => !near.some(([quota]) => quota === known))).toEqual([]);
});

test.each(Object.entries(AWS_QUOTAS))("the limit %s links to AWS's documentation", (_name, { max, source }) => {
  expect(max).toBeGreaterThan(0);
  expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/[\w/-]+\.html$/);
});

/** A cache policy with a number of names of a kind. */
const listing = (kind: string, count: number) =>
  one("AWS::CloudFront::CachePolicy", {
    CachePolicyConfig: {
      ParametersInCacheKeyAndForwardedToOrigin: { [`${kind}Config`]: { [kind]: many(count, (index) => `n${index}`) } },
    },
  });
const headersPolicy = (ResponseHeadersPolicyConfig: object) =>
  one("AWS::CloudFront::ResponseHeadersPolicy", { ResponseHeadersPolicyConfig });
const contentSecurity = (length: number) =>
  headersPolicy({ SecurityHeadersConfig: { ContentSecurityPolicy: { ContentSecurityPolicy: "c".repeat(length) } } });
const customHeaders = (count: number) => headersPolicy({ CustomHeadersConfig: { Items: many(count, () => ({})) } });
const origins = (count: number) =>
  one("AWS::CloudFront::Distribution", { DistributionConfig: { Origins: many(count, () => ({})) } });
const ownRules = (count: number) => one("AWS::WAFv2::WebACL", { Rules: many(count, () => ({ Statement: {} })) });
const integrations = (count: number) =>
  Object.fromEntries(
    many(count, (index) => [
      `I${index}`,
      { Type: "AWS::ApiGatewayV2::Integration", Properties: { ApiId: { Ref: "Api" } } },
    ]),
  );

const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const one = (Type: string, Properties: object) => ({ Thing: { Type, Properties } });
const table = (...projected: number[]) =>
  one("AWS::DynamoDB::Table", {
    GlobalSecondaryIndexes: projected.map((count) => ({
      Projection: { NonKeyAttributes: many(count, (index) => `a${index}`) },
    })),
  });
const variables = (size: number) =>
  one("AWS::Lambda::Function", { Environment: { Variables: { V: "v".repeat(size - '{"V":""}'.length) } } });
const policy = (size: number, Roles: object[]) => ({
  Type: "AWS::IAM::Policy",
  Properties: { Roles, PolicyDocument: "p".repeat(size - 2) },
});
const role = { Ref: "Role" };
/** A role with an inline policy of that size. */
const withPolicy = (size: number) => ({
  Type: "AWS::IAM::Role",
  Properties: { AssumeRolePolicyDocument: {}, Policies: [{ PolicyDocument: "p".repeat(size - 2) }] },
});
const integration = (seconds: number, more: object) =>
  one("AWS::ApiGatewayV2::Integration", { TimeoutInMillis: seconds * 1000, ...more });
const routes = (count: number) =>
  Object.fromEntries(
    many(count, (index) => [`R${index}`, { Type: "AWS::ApiGatewayV2::Route", Properties: { ApiId: { Ref: "Api" } } }]),
  );
const permissions = (count: number) =>
  Object.fromEntries(
    many(count, (index) => [
      `P${index}`,
      { Type: "AWS::Lambda::Permission", Properties: { FunctionName: { Ref: "Fn" }, SourceArn: "a".repeat(400) } },
    ]),
  );

/** A dashboard with a reference in its body, as the CDK writes it. */
const dashboard = (widgets: object[]) =>
  one("AWS::CloudWatch::Dashboard", {
    DashboardBody: { "Fn::Join": ["", ['{"of":"', { Ref: "Fn" }, `","widgets":${JSON.stringify(widgets)}}`]] },
  });
const metrics = (count: number) => ({ properties: { metrics: many(count, (index) => ["Space", `m${index}`]) } });
const alarms = (count: number) => ({ properties: { alarms: many(count, (index) => `a${index}`) } });

/** For each limit of the template the largest allowed and the smallest excessive value. */
const LIMITS: readonly (readonly [AwsQuota, object, object])[] = [
  ["lambdaEnvironment", variables(4096), variables(4097)],
  ["lambdaTimeout", one("AWS::Lambda::Function", { Timeout: 900 }), one("AWS::Lambda::Function", { Timeout: 901 })],
  [
    "lambdaMemory",
    one("AWS::Lambda::Function", { MemorySize: 10_240 }),
    one("AWS::Lambda::Function", { MemorySize: 10_241 }),
  ],
  ["lambdaResourcePolicy", permissions(20), permissions(24)],
  [
    "httpApiTimeout",
    integration(30, { PayloadFormatVersion: "2.0" }),
    integration(31, { PayloadFormatVersion: "2.0" }),
  ],
  ["socketTimeout", integration(29, {}), integration(30, {})],
  ["httpApiRoutes", routes(300), routes(301)],
  ["dynamoDbIndexes", table(...many(20, () => 1)), table(...many(21, () => 1))],
  ["dynamoDbProjected", table(19, 19, 19, 19, 19, 5), table(19, 19, 19, 19, 19, 6)],
  ["dynamoDbProjectedByIndex", table(19), table(20)],
  [
    "cloudFrontBehaviours",
    one("AWS::CloudFront::Distribution", { DistributionConfig: { CacheBehaviors: many(75, () => ({})) } }),
    one("AWS::CloudFront::Distribution", { DistributionConfig: { CacheBehaviors: many(76, () => ({})) } }),
  ],
  [
    "cloudFrontFunction",
    one("AWS::CloudFront::Function", { FunctionCode: "c".repeat(10_238) }),
    one("AWS::CloudFront::Function", { FunctionCode: "c".repeat(10_239) }),
  ],
  ["cloudFrontOrigins", origins(100), origins(101)],
  ["cloudFrontQueryStrings", listing("QueryStrings", 10), listing("QueryStrings", 11)],
  ["cloudFrontHeaders", listing("Headers", 10), listing("Headers", 11)],
  ["cloudFrontCookies", listing("Cookies", 10), listing("Cookies", 11)],
  ["cloudFrontCustomHeaders", customHeaders(10), customHeaders(11)],
  ["cloudFrontContentSecurityPolicy", contentSecurity(1_783), contentSecurity(1_784)],
  ["wafCapacity", ownRules(60), ownRules(61)],
  [
    "eventRuleTargets",
    one("AWS::Events::Rule", { Targets: [1, 2, 3, 4, 5] }),
    one("AWS::Events::Rule", { Targets: many(6, String) }),
  ],
  [
    "iamManagedPolicies",
    one("AWS::IAM::Role", { AssumeRolePolicyDocument: {}, ManagedPolicyArns: many(10, String) }),
    one("AWS::IAM::Role", { AssumeRolePolicyDocument: {}, ManagedPolicyArns: many(11, String) }),
  ],
  [
    "lambdaLayers",
    one("AWS::Lambda::Function", { Layers: many(5, String) }),
    one("AWS::Lambda::Function", { Layers: many(6, String) }),
  ],
  ["httpApiIntegrations", integrations(300), integrations(301)],
  [
    "iamRolePolicies",
    { Role: withPolicy(5_000), B: policy(5_240, [role]), C: policy(9_000, [{ Ref: "Other" }]) },
    { Role: withPolicy(5_000), B: policy(5_000, [role]), C: policy(241, [role]) },
  ],
  [
    "iamTrustPolicy",
    one("AWS::IAM::Role", { AssumeRolePolicyDocument: "t".repeat(2_046) }),
    one("AWS::IAM::Role", { AssumeRolePolicyDocument: "t".repeat(2_047) }),
  ],
  ["dashboardWidgets", dashboard(many(500, () => ({}))), dashboard(many(501, () => ({})))],
  ["dashboardAlarms", dashboard([alarms(100), alarms(100)]), dashboard([alarms(100), alarms(101)])],
  ["dashboardMetricsByWidget", dashboard([metrics(500), metrics(500)]), dashboard([metrics(501)])],
  ["dashboardMetrics", dashboard(many(5, () => metrics(500))), dashboard([...many(5, () => metrics(500)), metrics(1)])],
  ["templateResources", many(500, () => ({ Type: "T" })), many(501, () => ({ Type: "T" }))],
];

describe("a template", () => {
  test.each(LIMITS)("is checked on both sides of the limit %s", (quota, fine, excessive) => {
    const found = (Resources: object) => quotaProblems({ Resources: Resources as never });
    expect(found(fine)).toEqual([]);
    const problems = found(excessive);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${quota} is `);
    expect(problems[0]).toContain(AWS_QUOTAS[quota].source);
  });

  test("names the nested stack whose template has too many parameters", () => {
    const parameters = (count: number) => Object.fromEntries(many(count, (index) => [`P${index}`, {}]));
    const found = (count: number) => quotaProblems({ Resources: {}, Parameters: parameters(count) }, "nested.json");
    expect(found(200)).toEqual([]);
    expect(found(201)).toEqual([expect.stringContaining("nested.json: templateParameters is 201 items")]);
  });

  test("counts a reference by a long value", () => {
    const Variables = Object.fromEntries(many(32, (index) => [`V${index}`, { Ref: "AWS::Region" }]));
    const [problem] = quotaProblems({
      Resources: one("AWS::Lambda::Function", { Environment: { Variables } }) as never,
    });
    expect(problem).toContain("Thing: lambdaEnvironment is ");
  });
});
