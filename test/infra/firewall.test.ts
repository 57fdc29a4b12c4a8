import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { MANAGED_RULES, RATE_RULES } from "#lib/stacks/firewall.ts";
import { areas } from "#shared/contract/areas.ts";
import { receiveEvent } from "#shared/contract/stripe.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { listResources } from "./support/template.ts";

const values = { environment: { account: "111122223333", region: "eu-central-1" } };

interface Statement {
  readonly RateBasedStatement?: {
    readonly Limit: number;
    readonly AggregateKeyType: string;
    readonly ScopeDownStatement?: Statement;
  };
  readonly ManagedRuleGroupStatement?: {
    readonly Name: string;
    readonly RuleActionOverrides?: readonly { readonly Name: string; readonly ActionToUse: object }[];
    readonly ScopeDownStatement: Statement;
  };
  readonly NotStatement?: { readonly Statement: Statement };
  readonly ByteMatchStatement?: {
    readonly SearchString: string;
    readonly PositionalConstraint: string;
    readonly FieldToMatch: object;
    readonly TextTransformations: readonly { readonly Type: string }[];
  };
}

interface Rule {
  readonly Name: string;
  readonly Priority: number;
  readonly Action?: object;
  readonly OverrideAction?: object;
  readonly Statement: Statement;
  readonly VisibilityConfig: { readonly SampledRequestsEnabled: boolean };
}

const getDistribution = (template: Template) => {
  const [, distribution] = listResources(template, "AWS::CloudFront::Distribution")[0] ?? [];
  return distribution?.Properties.DistributionConfig as { WebACLId?: unknown };
};

describe("the firewall of a stage that has one", () => {
  let template: Template;
  let acl: Readonly<Record<string, unknown>>;
  let rules: readonly Rule[];

  beforeAll(async () => {
    const { part } = await getStack("production", values);
    template = part("firewall");
    acl = listResources(template, "AWS::WAFv2::WebACL")[0]?.[1].Properties ?? {};
    rules = acl.Rules as readonly Rule[];
  });

  test("protects the distribution from us-east-1 and is deployed before it", async () => {
    const { app, stack, template: marketplace } = await getStack("production", values);
    const firewall = app.synth().getStackByName("ochre-production-firewall");
    expect(firewall.environment).toMatchObject({ account: "111122223333", region: "us-east-1" });
    expect(
      app
        .synth()
        .getStackByName(stack.stackName)
        .dependencies.map(({ id }) => id),
    ).toContain(firewall.id);
    expect(acl.Scope).toBe("CLOUDFRONT");
    expect(getDistribution(marketplace).WebACLId).toEqual({
      "Fn::GetStackOutput": {
        StackName: "ochre-production-firewall",
        OutputName: "WebAclArn",
        Region: "us-east-1",
      },
    });
    const { WebAclArn } = template.toJSON().Outputs;
    expect(WebAclArn.Value).toEqual({ "Fn::GetAtt": [expect.stringMatching(/^WebAcl/), "Arn"] });
  });

  test("allows requests by default, and has the known number of rules", () => {
    expect(acl.DefaultAction).toEqual({ Allow: {} });
    expect(rules).toHaveLength(1 + RATE_RULES.length + MANAGED_RULES.length);
    expect(rules.map(({ Priority }) => Priority)).toEqual(rules.map((_, index) => index));
  });

  test("blocks first the IP addresses of two sets, which are empty in the template", () => {
    const sets = listResources(template, "AWS::WAFv2::IPSet");
    expect(
      sets.map(([, { Properties }]) => [Properties.Name, Properties.IPAddressVersion, Properties.Addresses]),
    ).toEqual([
      ["ochre-production-blocked-ipv4", "IPV4", []],
      ["ochre-production-blocked-ipv6", "IPV6", []],
    ]);
    const Statements = sets.map(([id]) => ({ IPSetReferenceStatement: { Arn: { "Fn::GetAtt": [id, "Arn"] } } }));
    expect(rules[0]).toMatchObject({ Action: { Block: {} }, Statement: { OrStatement: { Statements } } });
  });

  test("rate limits an IP address with API Gateway's response, with a lower limit for /auth/", () => {
    const rates = rules.filter(({ Statement }) => Statement.RateBasedStatement);
    expect(rates.map(({ Name }) => Name)).toEqual(RATE_RULES.map(({ name }) => name));
    const [all, signIns] = rates.map(({ Statement }) => Statement.RateBasedStatement);
    expect([all?.AggregateKeyType, all?.ScopeDownStatement]).toEqual(["IP", undefined]);
    expect(signIns?.ScopeDownStatement?.ByteMatchStatement?.SearchString).toBe("/auth/");
    expect(signIns?.Limit).toBeLessThan(all?.Limit ?? 0);
    const block = { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: "TooManyRequests" } };
    for (const { Action } of rates) expect(Action).toEqual({ Block: block });
    expect(acl.CustomResponseBodies).toEqual({
      TooManyRequests: { ContentType: "APPLICATION_JSON", Content: '{"message":"Too Many Requests"}' },
    });
  });

  test("limits an IP address to a tenth of the stage's capacity", async () => {
    const { stage } = await getStack("production", values);
    for (const { limit } of RATE_RULES) expect(limit / 300).toBeLessThan(stage.throttle.rate / 10);
  });

  test("applies AWS's managed groups, and only counts rules that legitimate requests break", () => {
    const groups = rules.filter(({ Statement }) => Statement.ManagedRuleGroupStatement);
    expect(groups.map(({ OverrideAction }) => OverrideAction)).toEqual(groups.map(() => ({ None: {} })));
    const found = groups.map(({ Statement }) => {
      const { Name, RuleActionOverrides = [] } = Statement.ManagedRuleGroupStatement ?? { Name: "" };
      expect(Statement.ManagedRuleGroupStatement).not.toMatchObject({ RuleActionOverrides: [] });
      for (const { ActionToUse } of RuleActionOverrides) expect(ActionToUse).toEqual({ Count: {} });
      return [Name, RuleActionOverrides.map((rule) => rule.Name)];
    });
    expect(found).toEqual(MANAGED_RULES.map(({ name, counted }) => [name, Object.keys(counted)]));
    const counted = MANAGED_RULES.flatMap((group) => Object.entries(group.counted));
    expect(counted.map(([name]) => name)).toEqual(
      expect.arrayContaining(["SizeRestrictions_BODY", "CrossSiteScripting_BODY", "NoUserAgent_HEADER"]),
    );
    // A username is a segment of a path, and may be "server.log" or end in two periods.
    expect(counted.map(([name]) => name)).toEqual(
      expect.arrayContaining(["RestrictedExtensions_URIPATH", "GenericLFI_URIPATH"]),
    );
    for (const [, reason] of counted) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });

  test("exempts only Stripe's webhook from the managed groups", () => {
    const groups = rules.flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement ?? []);
    for (const { ScopeDownStatement } of groups) {
      const match = ScopeDownStatement.NotStatement?.Statement.ByteMatchStatement;
      expect(match).toMatchObject({ PositionalConstraint: "STARTS_WITH", FieldToMatch: { UriPath: {} } });
      // CloudFront decodes and normalizes a path before it chooses the behaviour.
      expect(match?.TextTransformations.map(({ Type }) => Type)).toEqual(["URL_DECODE", "NORMALIZE_PATH"]);
      const exempt = Object.values(areas)
        .flatMap((area) => Object.values(area))
        .filter(({ path }) => path.startsWith(match?.SearchString ?? ""));
      expect(exempt).toEqual([receiveEvent]);
    }
  });

  test("logs blocked requests for two weeks, without fields that may have a token", () => {
    const [, logging] = listResources(template, "AWS::WAFv2::LoggingConfiguration")[0] ?? [];
    const [[logGroupId, logGroup] = []] = listResources(template, "AWS::Logs::LogGroup");
    expect(logGroup?.Properties).toMatchObject({ LogGroupName: "aws-waf-logs-ochre-production", RetentionInDays: 14 });
    expect(logging?.DependsOn).toContain(logGroupId);
    expect(JSON.stringify(logging?.Properties.LogDestinationConfigs)).toMatch(
      /:111122223333:log-group:aws-waf-logs-ochre-production"/,
    );
    expect(logging?.Properties.LoggingFilter).toEqual({
      DefaultBehavior: "DROP",
      Filters: [{ Behavior: "KEEP", Requirement: "MEETS_ANY", Conditions: [{ ActionCondition: { Action: "BLOCK" } }] }],
    });
    expect(logging?.Properties.RedactedFields).toEqual([
      { UriPath: {} },
      { QueryString: {} },
      ...["authorization", "cookie", "referer"].map((Name) => ({ SingleHeader: { Name } })),
    ]);
    const shown = [acl, ...rules].map(({ VisibilityConfig }) => VisibilityConfig as Rule["VisibilityConfig"]);
    expect(shown.filter(({ SampledRequestsEnabled }) => SampledRequestsEnabled)).toEqual([]);
  });
});

test.each(["local", "dev"] as const)("stage %s has no firewall", async (name) => {
  const { app, template } = await getStack(name, values);
  expect(app.synth().stacks.map(({ stackName }) => stackName)).toEqual([`ochre-${name}`, `ochre-${name}-edge`]);
  expect(getDistribution(template).WebACLId).toBeUndefined();
});
