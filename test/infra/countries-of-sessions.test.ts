import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES } from "#lib/stacks/stages.ts";
import { areas } from "#shared/contract/areas.ts";
import { logout } from "#shared/contract/auth.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { listResources } from "./support/template.ts";

interface Behaviour {
  readonly PathPattern: string;
  readonly OriginRequestPolicyId: string | { readonly Ref: string };
}

interface Policy {
  readonly CookiesConfig: unknown;
  readonly HeadersConfig: { readonly HeaderBehavior: string; readonly Headers: readonly string[] };
  readonly QueryStringsConfig: unknown;
}

const ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

describe.each(STAGES)("the routes that start sessions in stage %s", (name) => {
  let behaviours: readonly Behaviour[];
  let policies: Readonly<Record<string, Policy>>;

  beforeAll(async () => {
    const { template }: { template: Template } = await getStack(name);
    const [[, distribution] = []] = listResources(template, "AWS::CloudFront::Distribution");
    const config = distribution?.Properties.DistributionConfig as { CacheBehaviors: Behaviour[] };
    behaviours = config.CacheBehaviors;
    policies = Object.fromEntries(
      listResources(template, "AWS::CloudFront::OriginRequestPolicy").map(([id, { Properties }]) => [
        id,
        Properties.OriginRequestPolicyConfig as Policy,
      ]),
    );
  });

  const findBehavior = (path: string) =>
    behaviours.find(({ PathPattern }) => new RegExp(`^${PathPattern.replaceAll("*", ".*")}$`).test(path));

  test.each(["/auth/login", "/auth/refresh_token", "/auth/second_factor", "/auth/passkey"])(
    "%s gets CloudFront's country header, cookies and query",
    (path) => {
      const id = findBehavior(path)?.OriginRequestPolicyId;
      const policy = typeof id === "object" ? policies[id.Ref] : undefined;
      expect(policy).toMatchObject({
        CookiesConfig: { CookieBehavior: "all" },
        QueryStringsConfig: { QueryStringBehavior: "all" },
        HeadersConfig: { HeaderBehavior: "whitelist" },
      });
      expect(policy?.HeadersConfig.Headers.map((header) => header.toLowerCase()).sort()).toEqual([
        "cloudfront-viewer-country",
        "content-type",
        "idempotency-key",
        "origin",
        "user-agent",
      ]);
    },
  );

  test("a logout gets its access token, because it forwards all headers", () => {
    expect(findBehavior(logout.path)?.OriginRequestPolicyId).toBe(ALL_VIEWER_EXCEPT_HOST);
    for (const { HeadersConfig } of Object.values(policies))
      expect(HeadersConfig.Headers).not.toContain("Authorization");
  });

  test("no other route there requires an access token", () => {
    const signedIn = Object.values(areas)
      .flatMap((area) => Object.values(area))
      .filter(({ path, access }) => path.startsWith("/auth/") && access !== "public");
    expect(signedIn).toEqual([]);
  });
});
