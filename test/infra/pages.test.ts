import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES } from "#lib/stacks/stages.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { collectReferences, functionNamed, listActions, listResources } from "./support/template.ts";

interface Behaviour {
  readonly PathPattern: string;
  readonly CachePolicyId: unknown;
  readonly OriginRequestPolicyId?: unknown;
  readonly FunctionAssociations?: readonly unknown[];
  readonly AllowedMethods?: readonly string[];
  readonly Compress: boolean;
  readonly TargetOriginId: string;
}

describe.each(STAGES)("pages of stage %s", (name) => {
  let template: Template;
  let behaviours: readonly Behaviour[];
  let errorLifetimes: Record<string, number>;
  let cachePolicy: { readonly id: string; readonly config: Record<string, unknown> };

  beforeAll(async () => {
    ({ template } = await getStack(name));
    const [[, distribution] = []] = listResources(template, "AWS::CloudFront::Distribution");
    const config = distribution?.Properties.DistributionConfig as {
      CacheBehaviors: Behaviour[];
      CustomErrorResponses?: { ErrorCode: number; ErrorCachingMinTTL: number }[];
    };
    errorLifetimes = Object.fromEntries(
      (config.CustomErrorResponses ?? []).map(({ ErrorCode, ErrorCachingMinTTL }) => [ErrorCode, ErrorCachingMinTTL]),
    );
    const policies = listResources(template, "AWS::CloudFront::CachePolicy");
    const [[id, policy] = []] = policies;
    cachePolicy = { id: String(id), config: policy?.Properties.CachePolicyConfig as Record<string, unknown> };
    behaviours = config.CacheBehaviors.filter(({ CachePolicyId }) =>
      collectReferences(CachePolicyId).includes(cachePolicy.id),
    );
  });

  test("are these paths", () => {
    expect(behaviours.map(({ PathPattern }) => PathPattern)).toEqual([
      "/",
      "/artwork/*",
      "/user/*",
      "/collection/*",
      "/tag/*",
      "/search",
      "/how_it_works",
      "/start_selling",
      "/start_buying",
      "/license_information",
      "/about",
      "/faq",
      "/privacy_policy",
      "/terms_of_service",
      "/verifier",
      "/404",
      "/robots.txt",
      "/sitemap.xml",
      "/sitemaps/*",
      "/.well-known/security.txt",
    ]);
  });

  test("and API responses with errors aren't cached", () => {
    expect(errorLifetimes).toEqual({ 500: 0, 501: 0, 502: 0, 503: 0, 504: 0 });
  });

  test("allow only GET and HEAD, and are compressed", () => {
    for (const { AllowedMethods, Compress } of behaviours) {
      expect([AllowedMethods ?? ["GET", "HEAD"], Compress]).toEqual([["GET", "HEAD"], true]);
    }
    expect(cachePolicy.config.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
      EnableAcceptEncodingBrotli: true,
      EnableAcceptEncodingGzip: true,
    });
  });

  test("are cached without cookies and headers, and by a normalized query", () => {
    expect(cachePolicy.config.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
      CookiesConfig: { CookieBehavior: "none" },
      HeadersConfig: { HeaderBehavior: "none" },
      QueryStringsConfig: { QueryStringBehavior: "all" },
    });
    const functions = new Set(
      behaviours.flatMap(({ FunctionAssociations }) => collectReferences(FunctionAssociations)),
    );
    expect([...functions].map((id) => /PageQuery/.test(id))).toEqual([true]);
    expect(behaviours.filter(({ FunctionAssociations }) => !FunctionAssociations)).toEqual([]);
    expect(behaviours.map(({ OriginRequestPolicyId }) => OriginRequestPolicyId)).toEqual(
      behaviours.map(() => undefined),
    );
  });

  test("are cached according to their own headers", () => {
    expect(cachePolicy.config).toMatchObject({ MinTTL: 0, DefaultTTL: 0 });
  });

  test("are rendered by a function that can only read the table", () => {
    const actions = listActions(functionNamed(template, "pages")).filter((action) => action.startsWith("dynamodb:"));
    expect([...new Set(actions)]).toEqual(["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"]);
  });

  test("have one origin, which the edge function selects for unknown paths", () => {
    const [[, distribution] = []] = listResources(template, "AWS::CloudFront::Distribution");
    const config = distribution?.Properties.DistributionConfig as { Origins: { Id: string }[] };
    expect(new Set(behaviours.map(({ TargetOriginId }) => TargetOriginId))).toEqual(new Set(["pages"]));
    expect(config.Origins.filter(({ Id }) => Id === "pages")).toHaveLength(1);
    const codes = listResources(template, "AWS::CloudFront::Function").map(
      ([, { Properties }]) => Properties.FunctionCode,
    );
    expect(codes.filter((code) => String(code).includes('selectRequestOriginById("pages")'))).toHaveLength(1);
  });

  test("leave no default root object", () => {
    const [[, distribution] = []] = listResources(template, "AWS::CloudFront::Distribution");
    expect(distribution?.Properties.DistributionConfig).not.toHaveProperty("DefaultRootObject");
  });
});
