import { describe, expect, test } from "vitest";
import { readAssembly } from "#local/template/assembly.ts";
import { createResolver } from "#local/template/resolve.ts";
import { readSystem } from "#local/template/system.ts";
import { listUnsupported } from "#local/template/unsupported.ts";
import { httpApi, lambdaFunction, type Written, writeAssembly } from "../support/stack.ts";

const HOSTS = {
  site: "localhost:3000",
  s3: "127.0.0.1:3003",
  providerUrl: (poolId: string) => `http://127.0.0.1:3002/${poolId}`,
};

function createTestResolver(written: Written) {
  const assembly = readAssembly(writeAssembly(written));
  return { assembly, resolver: createResolver(assembly, HOSTS) };
}

/** A placeholder of Fn::Sub. */
const put = (name: string) => `\${${name}}`;

describe("a template's expressions on a laptop", () => {
  const { resolver } = createTestResolver({
    resources: {
      Table: { Type: "AWS::DynamoDB::GlobalTable" },
      Named: { Type: "AWS::DynamoDB::Table", Properties: { TableName: { "Fn::Sub": `named-${put("AWS::Region")}` } } },
      Bucket: { Type: "AWS::S3::Bucket" },
      Pool: { Type: "AWS::Cognito::UserPool" },
      Site: { Type: "AWS::CloudFront::Distribution" },
      Fn: lambdaFunction("fn"),
      Version: { Type: "AWS::Lambda::Version", Properties: { FunctionName: { Ref: "Fn" } } },
      Live: { Type: "AWS::Lambda::Alias", Properties: { FunctionName: { "Fn::GetAtt": ["Fn", "Arn"] }, Name: "live" } },
      Hidden: { Type: "AWS::S3::Bucket", Condition: "Never" },
    },
    conditions: { Always: { "Fn::Equals": ["a", "a"] }, Never: { "Fn::Not": [{ Condition: "Always" }] } },
    parameters: { Size: { Default: "big" } },
  });
  const own = String(resolver.resolve({ Ref: "Pool" }));

  test.each([
    ["a name derived from stack and resource", { Ref: "Table" }, "Test-Table"],
    ["a name the template gives", { Ref: "Named" }, "named-us-east-1"],
    ["a parameter's default", { Ref: "Size" }, "big"],
    ["an ARN", { "Fn::GetAtt": ["Table", "Arn"] }, "arn:aws:dynamodb:us-east-1:000000000000:table/Test-Table"],
    ["an alias's ARN", { Ref: "Live" }, "arn:aws:lambda:us-east-1:000000000000:function:Test-Fn:live"],
    ["a version's ARN", { Ref: "Version" }, "arn:aws:lambda:us-east-1:000000000000:function:Test-Fn:1"],
    ["a version's number", { "Fn::GetAtt": ["Version", "Version"] }, "1"],
    ["an attribute written with a dot", { "Fn::GetAtt": "Site.DomainName" }, "localhost:3000"],
    ["the pool's issuer", { "Fn::GetAtt": ["Pool", "ProviderURL"] }, `http://127.0.0.1:3002/${own}`],
    ["a join", { "Fn::Join": ["-", ["a", { Ref: "AWS::Partition" }]] }, "a-aws"],
    [
      "a substitution with its own variables",
      { "Fn::Sub": [`${put("X")}/${put("Table")}/${put("!Raw")}`, { X: "x" }] },
      `x/Test-Table/${put("Raw")}`,
    ],
    ["a part of a split", { "Fn::Select": [1, { "Fn::Split": ["/", "a/b/c"] }] }, "b"],
    ["the branch whose condition holds", { "Fn::If": ["Always", "yes", "no"] }, "yes"],
    [
      "an own host without TLS",
      { "Fn::Join": ["", ["https://", { "Fn::GetAtt": ["Site", "DomainName"] }, "/x"]] },
      "http://localhost:3000/x",
    ],
    [
      "a bucket's host without TLS",
      { "Fn::Sub": `https://${put("Bucket.RegionalDomainName")}` },
      "http://127.0.0.1:3003/test-bucket",
    ],
    ["a foreign host as it is", { "Fn::Join": ["", ["https://", "stripe.com"]] }, "https://stripe.com"],
    ["no property for NoValue", { a: 1, b: { Ref: "AWS::NoValue" } }, { a: 1 }],
  ])("give %s", (_what, expression, expected) => {
    expect(resolver.resolve(expression)).toEqual(expected);
  });

  test("fail when they refer to a missing resource", () => {
    expect(() => resolver.resolve({ Ref: "Gone" })).toThrow("Gone");
    expect(() => resolver.resolve({ "Fn::Transform": {} })).toThrow("Fn::Transform");
  });

  test("leave out a resource whose condition doesn't hold", () => {
    expect(resolver.listResources("AWS::S3::Bucket").map(({ logicalId }) => logicalId)).toEqual(["Bucket"]);
  });
});

describe("reading a template", () => {
  test("a route with a missing authorizer is never treated as public", () => {
    const { Authorizer: _gone, ...rest } = httpApi("Fn", ["GET /api/a"], { Issuer: "https://issuer", Audience: ["x"] });
    const { assembly, resolver } = createTestResolver({
      assets: { fn: { "index.cjs": "" } },
      resources: { Fn: lambdaFunction("fn"), ...rest, Authorizer: { Type: "AWS::S3::Bucket" } },
    });
    expect(() => readSystem(assembly, resolver)).toThrow("no authorizer");
  });

  test("an alias of a version that its function hasn't isn't read", () => {
    const { assembly, resolver } = createTestResolver({
      assets: { fn: { "index.cjs": "" } },
      resources: {
        Fn: lambdaFunction("fn"),
        Live: {
          Type: "AWS::Lambda::Alias",
          Properties: { FunctionName: { Ref: "Fn" }, FunctionVersion: "1", Name: "live" },
        },
      },
    });
    expect(() => readSystem(assembly, resolver)).toThrow("Live leads to version 1, which Test-Fn hasn't");
  });

  test("token lifetimes are converted to seconds", () => {
    const { assembly, resolver } = createTestResolver({
      resources: {
        Pool: { Type: "AWS::Cognito::UserPool" },
        Client: {
          Type: "AWS::Cognito::UserPoolClient",
          Properties: {
            UserPoolId: { Ref: "Pool" },
            AccessTokenValidity: 15,
            RefreshTokenValidity: 30,
            TokenValidityUnits: { AccessToken: "minutes", RefreshToken: "days" },
            RefreshTokenRotation: { Feature: "ENABLED" },
          },
        },
      },
    });
    const [pool] = readSystem(assembly, resolver).pools;
    expect(pool).toMatchObject({ accessTokenSeconds: 900, refreshTokenSeconds: 2_592_000, rotation: true });
  });

  test("a relevant resource without a stand-in is reported, an irrelevant one isn't", () => {
    const { assembly } = createTestResolver({
      resources: { Queue: { Type: "AWS::Kinesis::Stream" }, Alarm: { Type: "AWS::CloudWatch::Alarm" } },
    });
    expect(listUnsupported(assembly.template)).toEqual([expect.stringContaining("AWS::Kinesis::Stream")]);
  });
});
