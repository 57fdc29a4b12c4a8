import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";

/** Contents of an assembly to write. */
export interface Written {
  resources: Record<string, { Type: string; Properties?: Record<string, unknown>; Condition?: string }>;
  /** Files of every asset by the asset's name; its object key is `<name>.zip`. */
  assets?: Record<string, Record<string, string>>;
  conditions?: Record<string, unknown>;
  parameters?: Record<string, unknown>;
  outputs?: Record<string, { Value: unknown }>;
}

/** Writes a cdk.out folder with one stack, as `cdk synth` would; it is gone when the run is over. */
export function writeAssembly({ resources, assets = {}, conditions, parameters, outputs }: Written): string {
  const dir = mkdtempSync(join(inject("temporaryFolder"), "cdk-out-"));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  };
  for (const [asset, files] of Object.entries(assets)) {
    for (const [name, content] of Object.entries(files)) write(`asset.${asset}/${name}`, content);
  }
  write(
    "manifest.json",
    JSON.stringify({
      artifacts: {
        "Test.assets": { type: "cdk:asset-manifest", properties: { file: "Test.assets.json" } },
        Test: { type: "aws:cloudformation:stack", properties: { templateFile: "Test.template.json" } },
      },
    }),
  );
  const files = Object.keys(assets).map((asset) => [
    asset,
    {
      source: { path: `asset.${asset}`, packaging: "zip" },
      destinations: { here: { objectKey: `${asset}.zip` } },
    },
  ]);
  write("Test.assets.json", JSON.stringify({ files: Object.fromEntries(files) }));
  const template = { Resources: resources, Conditions: conditions, Parameters: parameters, Outputs: outputs };
  write("Test.template.json", JSON.stringify(template));
  return dir;
}

/** A Node function that runs an asset's `index.handler`. */
export const lambdaFunction = (asset: string, properties: Record<string, unknown> = {}) => ({
  Type: "AWS::Lambda::Function",
  Properties: {
    Runtime: "nodejs24.x",
    Handler: "index.handler",
    Code: { S3Bucket: "assets", S3Key: `${asset}.zip` },
    ...properties,
  },
});

/** Permission for a service's resources whose ARN matches `SourceArn` to invoke a function. */
export const permission = (functionId: string, principal: string, SourceArn: unknown) => ({
  Type: "AWS::Lambda::Permission",
  Properties: {
    Action: "lambda:InvokeFunction",
    FunctionName: { "Fn::GetAtt": [functionId, "Arn"] },
    Principal: principal,
    SourceArn,
  },
});

/** ARN pattern of an API's routes: stage, method and path, or stage and route key. */
export const buildRoutes = (apiId: string, routes: string) => ({
  "Fn::Join": [
    "",
    ["arn:aws:execute-api:", { Ref: "AWS::Region" }, ":", { Ref: "AWS::AccountId" }, ":", { Ref: apiId }, `/${routes}`],
  ],
});

/** Resources of an HTTP API whose routes all go to one function, which it may call. */
export const httpApi = (
  functionId: string,
  routeKeys: string[],
  authorizer?: { Issuer: unknown; Audience: unknown[] },
) => ({
  Api: { Type: "AWS::ApiGatewayV2::Api", Properties: { Name: "api", ProtocolType: "HTTP" } },
  ApiPermission: permission(functionId, "apigateway.amazonaws.com", buildRoutes("Api", "*/*/*")),
  Integration: {
    Type: "AWS::ApiGatewayV2::Integration",
    Properties: {
      ApiId: { Ref: "Api" },
      IntegrationType: "AWS_PROXY",
      IntegrationUri: { "Fn::GetAtt": [functionId, "Arn"] },
      PayloadFormatVersion: "2.0",
    },
  },
  ...(authorizer && {
    Authorizer: {
      Type: "AWS::ApiGatewayV2::Authorizer",
      Properties: {
        ApiId: { Ref: "Api" },
        AuthorizerType: "JWT",
        IdentitySource: ["$request.header.Authorization"],
        JwtConfiguration: authorizer,
      },
    },
  }),
  ...Object.fromEntries(
    routeKeys.map((RouteKey, index) => [
      `Route${index}`,
      {
        Type: "AWS::ApiGatewayV2::Route",
        Properties: {
          ApiId: { Ref: "Api" },
          RouteKey,
          Target: { "Fn::Join": ["", ["integrations/", { Ref: "Integration" }]] },
          ...(authorizer ? { AuthorizationType: "JWT", AuthorizerId: { Ref: "Authorizer" } } : {}),
        },
      },
    ]),
  ),
});

const ALL_METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"];
const ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";
const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

/**
 * A distribution: everything from the bucket, /api/* from the API. `more` overrides properties of DefaultCacheBehavior, `config`
 * of DistributionConfig.
 */
export const distribution = (
  bucketId: string,
  more: Record<string, unknown> = {},
  config: Record<string, unknown> = {},
) => ({
  Type: "AWS::CloudFront::Distribution",
  Properties: {
    DistributionConfig: {
      Enabled: true,
      DefaultCacheBehavior: { TargetOriginId: "site", CachePolicyId: CACHING_OPTIMIZED, Compress: true, ...more },
      CacheBehaviors: [
        {
          PathPattern: "/api/*",
          TargetOriginId: "api",
          AllowedMethods: ALL_METHODS,
          CachePolicyId: CACHING_DISABLED,
          OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
        },
      ],
      Origins: [
        { Id: "site", DomainName: { "Fn::GetAtt": [bucketId, "RegionalDomainName"] } },
        {
          Id: "api",
          DomainName: { "Fn::Join": ["", [{ Ref: "Api" }, ".execute-api.", { Ref: "AWS::Region" }, ".amazonaws.com"]] },
        },
      ],
      ...config,
    },
  },
});

/** CDK's own resource that copies an asset into a bucket. */
export const bucketDeployment = (bucketId: string, asset: string, more: Record<string, unknown> = {}) => ({
  Type: "Custom::CDKBucketDeployment",
  Properties: { SourceObjectKeys: [`${asset}.zip`], DestinationBucketName: { Ref: bucketId }, Prune: true, ...more },
});

/** Lets a distribution read a bucket. */
export const readableBy = (siteId: string, bucketId: string) => ({
  [`${bucketId}Policy`]: {
    Type: "AWS::S3::BucketPolicy",
    Properties: {
      Bucket: { Ref: bucketId },
      PolicyDocument: {
        Statement: [
          {
            Effect: "Allow",
            Action: "s3:GetObject",
            Principal: { Service: "cloudfront.amazonaws.com" },
            Resource: { "Fn::Join": ["", [{ "Fn::GetAtt": [bucketId, "Arn"] }, "/*"]] },
            Condition: {
              StringEquals: {
                "AWS:SourceArn": {
                  "Fn::Join": [
                    "",
                    ["arn:aws:cloudfront::", { Ref: "AWS::AccountId" }, ":distribution/", { Ref: siteId }],
                  ],
                },
              },
            },
          },
        ],
      },
    },
  },
});

/** A role that Lambda may assume, with a policy of statements that allow. */
export const roleFor = (roleId: string, statements: readonly { Action: unknown; Resource: unknown }[]) => ({
  [roleId]: {
    Type: "AWS::IAM::Role",
    Properties: {
      AssumeRolePolicyDocument: {
        Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "lambda.amazonaws.com" } }],
      },
    },
  },
  [`${roleId}Policy`]: {
    Type: "AWS::IAM::Policy",
    Properties: {
      PolicyName: `${roleId}Policy`,
      Roles: [{ Ref: roleId }],
      PolicyDocument: { Statement: statements.map((statement) => ({ Effect: "Allow", ...statement })) },
    },
  },
});
