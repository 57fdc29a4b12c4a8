import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES } from "#lib/stacks/stages.ts";
import { ORIGIN_HEADER } from "#shared/origin-secret.ts";
import { getOrder } from "./support/order.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { collectReferences, listAliases, listFunctions, listResources, shown } from "./support/template.ts";

describe.each(STAGES)("stage %s", (name) => {
  let template: Template;

  beforeAll(async () => {
    ({ template } = await getStack(name));
  });

  test("sends the secret to every API behind CloudFront and to no bucket, as a dynamic reference", () => {
    const [[, distribution] = []] = listResources(template, "AWS::CloudFront::Distribution");
    const { DistributionConfig } = (distribution?.Properties ?? {}) as { DistributionConfig: Distribution };
    const apis = listResources(template, "AWS::ApiGatewayV2::Api").map(([id]) => id);
    const sending = DistributionConfig.Origins.map(({ DomainName, OriginCustomHeaders = [] }) => ({
      api: collectReferences(DomainName).find((id) => apis.includes(id)),
      headers: OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, shown(HeaderValue)]),
    }));
    expect(new Set(sending.flatMap(({ api }) => api ?? []))).toEqual(new Set(apis));
    for (const { api, headers } of sending) {
      const secret = expect.stringMatching(/^\{\{resolve:secretsmanager:<OriginSecret\w+>:SecretString:current::\}\}$/);
      expect(headers).toEqual(api ? [[ORIGIN_HEADER, secret]] : []);
    }
  });

  test("gives the secret only to functions behind an API, whose aliases move after the distribution is updated", () => {
    const order = getOrder(template);
    const [distribution = ""] = listResources(template, "AWS::CloudFront::Distribution").map(([id]) => id);
    const byApis = listResources(template, "AWS::ApiGatewayV2::Integration").flatMap(([, { Properties }]) =>
      collectReferences(Properties.IntegrationUri),
    );
    const aliases = listAliases(template);
    const called = aliases.filter(({ id }) => byApis.includes(id)).map(({ functionId }) => functionId);
    for (const { id, name: fn, environment } of listFunctions(template)) {
      expect([fn, "ORIGIN_SECRET_ARN" in environment]).toEqual([fn, called.includes(id)]);
      if (!called.includes(id)) continue;
      const live = aliases.filter(({ functionId }) => functionId === id);
      expect(live.map((alias) => order.waitsFor(alias.id, distribution))).toEqual([true]);
    }
  });
});

interface Distribution {
  readonly Origins: readonly {
    readonly DomainName: unknown;
    readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: unknown }[];
  }[];
}
