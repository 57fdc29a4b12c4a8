import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { type Cloud, startCloud } from "#local/cloud.ts";
import { isPermitted } from "#local/functions/permissions.ts";
import { buildRoutes, distribution, httpApi, lambdaFunction, permission, writeAssembly } from "../support/stack.ts";

const ANSWER = `exports.handler = async (event) => ({ statusCode: 200, body: "called" });`;
const GATEWAY = "apigateway.amazonaws.com";

const caller = { principal: "events.amazonaws.com", sourceArn: "arn:aws:events:us-east-1:000000000000:rule/r" };

test.each([
  ["no permission", [], false],
  ["another service's", [{ principal: GATEWAY, sourceArn: caller.sourceArn }], false],
  ["another resource's", [{ principal: caller.principal, sourceArn: `${caller.sourceArn}2` }], false],
  ["another account's", [{ principal: caller.principal, sourceAccount: "111122223333" }], false],
  ["its own", [{ principal: caller.principal, sourceArn: caller.sourceArn, sourceAccount: "000000000000" }], true],
  ["one for every resource of the service", [{ principal: caller.principal }], true],
])("with %s among its permissions a function can be called: %#", (_whose, permissions, permitted) => {
  expect(isPermitted(permissions, caller)).toBe(permitted);
});

/** An alias of a function, which an API calls, and its version. */
const buildAlias = (functionId: string) => ({
  Version: { Type: "AWS::Lambda::Version", Properties: { FunctionName: { Ref: functionId } } },
  Live: {
    Type: "AWS::Lambda::Alias",
    Properties: {
      FunctionName: { Ref: functionId },
      FunctionVersion: { "Fn::GetAtt": ["Version", "Version"] },
      Name: "live",
    },
  },
});

describe("a function that an API calls by an alias", () => {
  const called = (qualifier: string) => ({ "Fn::Join": ["", [{ "Fn::GetAtt": ["Answer", "Arn"] }, qualifier]] });
  async function fetchAnswer(permitted: Record<string, unknown>, qualifier = ":live") {
    const api = httpApi("Answer", ["GET /api/known"]);
    Object.assign(api.Integration.Properties, { IntegrationUri: called(qualifier) });
    const cloud = await startCloud({
      cdkOut: writeAssembly({
        assets: { answer: { "index.cjs": ANSWER } },
        resources: {
          Answer: lambdaFunction("answer"),
          ...buildAlias("Answer"),
          ...api,
          ApiPermission: {
            ...api.ApiPermission,
            Properties: { ...api.ApiPermission.Properties, FunctionName: permitted },
          },
          Bucket: { Type: "AWS::S3::Bucket" },
          Site: distribution("Bucket"),
        },
      }),
    });
    onTestFinished(() => cloud.stop());
    const { status } = await fetch(`${cloud.origin}/api/known`);
    return [status, cloud.logs.find("may not invoke").length];
  }

  test("is called with the alias's permission", async () => {
    expect(await fetchAnswer({ Ref: "Live" })).toEqual([200, 0]);
  });

  test("isn't called with a permission for the function alone, nor by its name with one for the alias", async () => {
    expect(await fetchAnswer({ "Fn::GetAtt": ["Answer", "Arn"] })).toEqual([500, 1]);
    expect(await fetchAnswer({ Ref: "Live" }, "")).toEqual([500, 1]);
  });

  test("isn't found by an unknown alias", async () => {
    expect(await fetchAnswer(called(":gone"), ":gone")).toEqual([500, 0]);
  });
});

const ofSocket = (type: string, properties: Record<string, unknown>) => ({
  Type: `AWS::ApiGatewayV2::${type}`,
  Properties: { ApiId: { Ref: "Socket" }, ...properties },
});

describe("a function that only some APIs may invoke", () => {
  let cloud: Cloud;
  beforeAll(async () => {
    const behaviour = { PathPattern: "/live", TargetOriginId: "socket" };
    const host = ["", [{ Ref: "Socket" }, ".execute-api.", { Ref: "AWS::Region" }, ".amazonaws.com"]];
    const site = distribution("Bucket");
    const { DistributionConfig: config } = site.Properties;
    config.CacheBehaviors.push({
      ...behaviour,
      AllowedMethods: [],
      CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
      OriginRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
    });
    config.Origins.push({ Id: "socket", DomainName: { "Fn::Join": host } } as never);
    cloud = await startCloud({
      cdkOut: writeAssembly({
        assets: { answer: { "index.cjs": ANSWER } },
        resources: {
          Answer: lambdaFunction("answer"),
          ...httpApi("Answer", ["GET /api/known/{id}", "$default"]),
          Bucket: { Type: "AWS::S3::Bucket" },
          Socket: { Type: "AWS::ApiGatewayV2::Api", Properties: { ProtocolType: "WEBSOCKET" } },
          Live: ofSocket("Stage", { StageName: "live" }),
          Called: ofSocket("Integration", {
            IntegrationType: "AWS_PROXY",
            IntegrationUri: { "Fn::GetAtt": ["Answer", "Arn"] },
          }),
          Connect: ofSocket("Route", {
            RouteKey: "$connect",
            Target: { "Fn::Join": ["", ["integrations/", { Ref: "Called" }]] },
          }),
          ForMessages: permission("Answer", GATEWAY, buildRoutes("Socket", "*$default")),
          Site: site,
        },
      }),
    });
  });
  afterAll(() => cloud?.stop());

  const get = (path: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      request(`${cloud.origin}${path}`, async (response) => {
        const text = (await response.toArray()).join("");
        resolve({ status: response.statusCode ?? 0, text });
      })
        .once("error", reject)
        .end();
    });

  test("answers the route that a permission covers", async () => {
    expect(await get("/api/known/1")).toEqual({ status: 200, text: "called" });
  });

  test("answers 500 on the route $default, whose ARN is a segment shorter, and logs the refusal", async () => {
    expect(await get("/api/nonsense")).toEqual({ status: 500, text: '{"message":"Internal Server Error"}' });
    const [api] = cloud.system().apis;
    const lines = cloud.logs.find("may not invoke").map(({ text }) => text);
    expect(lines).toEqual([
      `${GATEWAY} may not invoke Test-Answer from arn:aws:execute-api:us-east-1:000000000000:${api?.id}/$default/$default: the template has no such permission`,
    ]);
  });

  test("refuses a socket when no permission covers $connect", async () => {
    const socket = new WebSocket(`${cloud.origin.replace("http", "ws")}/live`);
    await expect(new Promise((_, reject) => socket.once("error", reject))).rejects.toThrow("500");
  });
});
