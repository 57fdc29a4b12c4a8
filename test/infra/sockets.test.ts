import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES } from "#lib/stacks/stages.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { getStack } from "./support/synthesize-stack.ts";
import {
  collectReferences,
  functionNamed,
  listAliases,
  listed,
  listFunctions,
  listResources,
  shown,
} from "./support/template.ts";

interface Behaviour {
  readonly PathPattern: string;
  readonly TargetOriginId: string;
  readonly OriginRequestPolicyId: string;
  readonly CachePolicyId: string;
}

interface Origin {
  readonly Id: string;
  readonly DomainName: unknown;
  readonly OriginPath?: string;
}

const ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

describe.each(STAGES)("stage %s", (name) => {
  let template: Template;
  let apiId: string;

  beforeAll(async () => {
    ({ template } = await getStack(name));
    const sockets = listResources(template, "AWS::ApiGatewayV2::Api").filter(
      ([, { Properties }]) => Properties.ProtocolType === "WEBSOCKET",
    );
    expect(sockets).toHaveLength(1);
    apiId = sockets[0]?.[0] ?? "";
  });

  const owned = (type: string) =>
    listResources(template, type)
      .filter(([, { Properties }]) => collectReferences(Properties.ApiId).includes(apiId))
      .map(([, { Properties }]) => Properties);

  test("routes connect, messages and disconnect to one function", () => {
    const fn = functionNamed(template, "sockets");
    const { id = "" } = listAliases(template).find(({ functionId }) => functionId === fn.id) ?? {};
    expect(
      owned("AWS::ApiGatewayV2::Route")
        .map(({ RouteKey }) => RouteKey)
        .sort(),
    ).toEqual(["$connect", "$default", "$disconnect"]);
    for (const { IntegrationUri } of owned("AWS::ApiGatewayV2::Integration")) {
      expect(collectReferences(IntegrationUri)).toContain(id);
    }
    const permissions = listResources(template, "AWS::Lambda::Permission").filter(
      ([, { Properties }]) =>
        collectReferences(Properties.FunctionName).includes(id) &&
        collectReferences(Properties.SourceArn).includes(apiId),
    );
    expect(permissions).toHaveLength(3);
  });

  test("is served by CloudFront under its stage's name, with all headers and uncached", () => {
    const [[, distribution] = []] = listResources(template, "AWS::CloudFront::Distribution");
    if (!distribution) throw new Error("No distribution");
    const { CacheBehaviors, Origins } = distribution.Properties.DistributionConfig as {
      CacheBehaviors: Behaviour[];
      Origins: Origin[];
    };
    const origin = Origins.find(({ DomainName }) => collectReferences(DomainName).includes(apiId));
    const behaviour = CacheBehaviors.find(({ TargetOriginId }) => TargetOriginId === origin?.Id);
    const [stage] = owned("AWS::ApiGatewayV2::Stage");
    expect(behaviour).toMatchObject({
      PathPattern: `/${stage?.StageName}`,
      OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
      CachePolicyId: CACHING_DISABLED,
    });
    expect(origin?.OriginPath).toBeUndefined();
  });

  test("lets only these functions send to or delete connections, and only of this API", () => {
    const reaching = listFunctions(template).flatMap(({ name: fn, statements }) =>
      statements
        .filter(({ Action }) => listed(Action).some((action) => action.startsWith("execute-api:")))
        .flatMap(({ Resource }) => listed(Resource).map((resource) => ({ fn, resource: shown(resource) }))),
    );
    expect([...new Set(reaching.map(({ fn }) => fn))].sort()).toEqual([
      "close-unauthenticated",
      "push-notifications",
      "sockets",
    ]);
    for (const { resource } of reaching) {
      expect(resource).toMatch(new RegExp(`:<${apiId}>/socket/(POST|DELETE)/@connections/\\*$`));
    }
  });

  test("checks each connection after the authentication timeout, with a dead-letter queue", () => {
    const { id } = functionNamed(template, "close-unauthenticated");
    const mappings = listResources(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => Properties);
    const mapping = mappings.find(({ FunctionName }) => collectReferences(FunctionName).includes(id));
    const queues = Object.fromEntries(listResources(template, "AWS::SQS::Queue"));
    const [queueId = ""] = collectReferences(mapping?.EventSourceArn);
    expect(mapping).toMatchObject({ FunctionResponseTypes: ["ReportBatchItemFailures"] });
    expect(queues[queueId]?.Properties).toMatchObject({
      DelaySeconds: LIFETIMES.unauthenticatedSocket,
      RedrivePolicy: { maxReceiveCount: 3 },
      SqsManagedSseEnabled: true,
    });
    const { Timeout } = functionNamed(template, "close-unauthenticated").properties as { Timeout: number };
    expect(queues[queueId]?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout);
  });
});
