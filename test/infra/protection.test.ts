import { createHash } from "node:crypto";
import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { START_SCRIPT } from "#lib/site/page-template.ts";
import { STAGES } from "#lib/stacks/stages.ts";
import { LIMITS } from "#shared/limits.ts";
import { BUILT_SCRIPT, getStack } from "./support/synthesize-stack.ts";
import {
  collectReferences,
  functionNamed,
  listed,
  listResources,
  type Resource,
  type Statement,
} from "./support/template.ts";

/** The marketplace table, which is the one with a stream. */
const mainTable = (template: Template): Resource => {
  const [table, ...more] = listResources(template, "AWS::DynamoDB::Table").flatMap(([, resource]) =>
    resource.Properties.StreamSpecification ? [resource] : [],
  );
  if (!table || more.length > 0) throw new Error("One table has a stream");
  return table;
};

const only = (template: Template, type: string): Resource => {
  const [[, resource] = [], ...more] = listResources(template, type);
  if (!resource || more.length > 0) throw new Error(`${type} stands ${more.length + 1} times`);
  return resource;
};

describe.each(STAGES)("stage %s", (name) => {
  let template: Template;

  beforeAll(async () => {
    ({ template } = await getStack(name));
  });

  test("keeps its buckets private, encrypted and behind TLS 1.2", () => {
    const policies = listResources(template, "AWS::S3::BucketPolicy").map(([, { Properties }]) => Properties);
    const buckets = listResources(template, "AWS::S3::Bucket");
    expect(buckets).toHaveLength(5);
    for (const [id, { Properties }] of buckets) {
      expect(Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(JSON.stringify(Properties.BucketEncryption)).toContain("AES256");
      const policy = policies.find(({ Bucket }) => collectReferences(Bucket).includes(id));
      const { Statement = [] } = (policy?.PolicyDocument ?? {}) as { Statement?: Statement[] };
      const denied = Statement.filter(({ Effect }) => Effect === "Deny").map(({ Condition }) => Condition);
      expect(denied).toContainEqual({ Bool: { "aws:SecureTransport": "false" } });
      expect(denied).toContainEqual({ NumericLessThan: { "s3:TlsVersion": 1.2 } });
    }
  });

  test("lets CloudFront read previews and site, but not the originals", () => {
    const readable = listResources(template, "AWS::S3::BucketPolicy")
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes("cloudfront.amazonaws.com"))
      .flatMap(([, { Properties }]) => collectReferences(Properties.Bucket));
    expect(readable).toHaveLength(2);
    expect(readable.filter((id) => id.startsWith("PicturesOriginals"))).toEqual([]);
  });

  test("redirects pages to HTTPS, refuses API calls without it, caches only comment changes, and has a strict content security policy", () => {
    const { DistributionConfig } = only(template, "AWS::CloudFront::Distribution").Properties as {
      DistributionConfig: { CacheBehaviors: Behaviour[]; DefaultCacheBehavior: Behaviour };
    };
    const { CacheBehaviors, DefaultCacheBehavior } = DistributionConfig;
    const every = [...CacheBehaviors, DefaultCacheBehavior];
    for (const { PathPattern, ViewerProtocolPolicy } of every) {
      const isCalled = /^\/(api|auth|stripe|socket)\b/.test(PathPattern);
      expect([PathPattern, ViewerProtocolPolicy]).toEqual([PathPattern, isCalled ? "https-only" : "redirect-to-https"]);
    }
    expect(every.every(({ ResponseHeadersPolicyId }) => ResponseHeadersPolicyId !== undefined)).toBe(true);
    const api = CacheBehaviors.filter(({ PathPattern }) => /^\/(api|auth)\//.test(PathPattern));
    const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
    const [changes, ...others] = api;
    expect(others.map(({ PathPattern }) => PathPattern)).toEqual(["/api/*", "/auth/logout", "/auth/*"]);
    for (const { CachePolicyId } of others) expect(CachePolicyId).toBe(cachingDisabled);
    const cachingOptimized = "658327ea-f89d-4fab-a63d-7e88639e58f6";
    expect(changes).toMatchObject({ PathPattern: "/api/artwork/*/comments/changes", CachePolicyId: cachingOptimized });
    expect(changes).not.toHaveProperty("OriginRequestPolicyId");

    const headers = JSON.stringify(only(template, "AWS::CloudFront::ResponseHeadersPolicy").Properties);
    expect(headers).toContain("default-src 'self'");
    const ownScripts = [BUILT_SCRIPT, START_SCRIPT].map((script) =>
      createHash("sha256").update(script).digest("base64"),
    );
    expect(headers).toContain(`script-src 'self' ${ownScripts.map((hash) => `'sha256-${hash}'`).join(" ")};`);
    for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"])
      expect(headers).toContain(rule);
    expect(headers).toContain("StrictTransportSecurity");
  });

  test("has the region in the name of every CloudFront resource", () => {
    const names = listResources(template)
      .filter(([, { Type }]) => /^AWS::CloudFront::(?!Distribution)/.test(Type))
      .map(([id, { Properties }]) => {
        const configs = Object.entries(Properties).filter(([key]) => key.endsWith("Config"));
        const [name] = [Properties.Name, ...configs.map(([, config]) => (config as { Name?: unknown }).Name)].filter(
          Boolean,
        );
        return [id, name] as const;
      });
    expect(names.length).toBeGreaterThanOrEqual(5);
    for (const [id, name] of names) expect(collectReferences(name), id).toEqual(["AWS::Region"]);
  });

  test("has HSTS for subdomains only if the stage declares that they have TLS", async () => {
    const hsts = (from: Template) =>
      JSON.stringify(only(from, "AWS::CloudFront::ResponseHeadersPolicy").Properties).match(
        /"IncludeSubdomains":(\w+)/,
      )?.[1];
    expect(hsts(template)).toBe("false");
    const named = { name: "ochre.example", certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a" };
    expect(hsts((await getStack(name, { domain: named })).template)).toBe("false");
    expect(hsts((await getStack(name, { domain: { ...named, subdomainsHaveTls: true } })).template)).toBe("true");
  });

  test("builds the table that the entities expect", () => {
    const { Properties } = mainTable(template);
    expect(Properties.BillingMode).toBe("PAY_PER_REQUEST");
    expect(Properties.StreamSpecification).toEqual({ StreamViewType: "NEW_AND_OLD_IMAGES" });
    expect(Properties.TimeToLiveSpecification).toEqual({ AttributeName: TABLE.ttl, Enabled: true });
    const indexes = Properties.GlobalSecondaryIndexes as { IndexName: string; Projection: unknown }[];
    expect(indexes.map(({ IndexName, Projection }) => ({ IndexName, Projection }))).toEqual(
      TABLE.indexes.map(({ name: IndexName, include }) => ({
        IndexName,
        Projection: { NonKeyAttributes: [...include], ProjectionType: "INCLUDE" },
      })),
    );
  });

  test("requires long passwords without other rules, hides existing users, rotates refresh tokens", () => {
    const pool = only(template, "AWS::Cognito::UserPool").Properties;
    expect(pool.Policies).toEqual({
      PasswordPolicy: {
        MinimumLength: LIMITS.password.min,
        RequireLowercase: false,
        RequireNumbers: false,
        RequireSymbols: false,
        RequireUppercase: false,
      },
    });
    expect(only(template, "AWS::Cognito::UserPoolClient").Properties).toMatchObject({
      PreventUserExistenceErrors: "ENABLED",
      EnableTokenRevocation: true,
      AccessTokenValidity: 15,
      RefreshTokenValidity: 30 * 24 * 60,
      RefreshTokenRotation: { Feature: "ENABLED", RetryGracePeriodSeconds: 60 },
    });
  });

  test("allows no public operations of the user pool", () => {
    const [poolId] = listResources(template, "AWS::Cognito::UserPool").map(([id]) => id);
    const pool = only(template, "AWS::Cognito::UserPool").Properties;
    expect(pool.AdminCreateUserConfig).toEqual({ AllowAdminCreateUserOnly: true });
    expect(pool.AccountRecoverySetting).toEqual({ RecoveryMechanisms: [{ Name: "admin_only", Priority: 1 }] });
    expect(pool.UserPoolTier).toBe("ESSENTIALS");
    // It sends no mail, has no email addresses and no other way to log in.
    for (const name of [
      "AutoVerifiedAttributes",
      "EmailConfiguration",
      "Schema",
      "AliasAttributes",
      "UsernameAttributes",
      "MfaConfiguration",
      "EnabledMfas",
      "DeviceConfiguration",
      "SmsConfiguration",
    ]) {
      expect(pool).not.toHaveProperty(name);
    }
    const others = ["Domain", "Group", "IdentityProvider", "ResourceServer", "UICustomizationAttachment", "User"];
    for (const type of others) expect(listResources(template, `AWS::Cognito::UserPool${type}`)).toEqual([]);
    expect(listResources(template, "AWS::Cognito::IdentityPool")).toEqual([]);

    const client = only(template, "AWS::Cognito::UserPoolClient").Properties;
    expect(client.ExplicitAuthFlows).toEqual(["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_CUSTOM_AUTH"]);
    expect(client.GenerateSecret).toBe(false);
    expect(client.AllowedOAuthFlowsUserPoolClient).toBe(false);
    expect(client).not.toHaveProperty("AllowedOAuthFlows");
    expect(client).not.toHaveProperty("AllowedOAuthScopes");
    // An empty list would be all attributes.
    expect([client.ReadAttributes, client.WriteAttributes]).toEqual([["locale"], ["locale"]]);

    const trigger = functionNamed(template, "suppress-scopes");
    // Custom authentication takes a proof that only our functions can make.
    const proving = { "Fn::GetAtt": [functionNamed(template, "prove-sign-in").id, "Arn"] };
    expect(pool.LambdaConfig).toEqual({
      DefineAuthChallenge: proving,
      CreateAuthChallenge: proving,
      VerifyAuthChallengeResponse: proving,
      PreTokenGenerationConfig: { LambdaArn: { "Fn::GetAtt": [trigger.id, "Arn"] }, LambdaVersion: "V2_0" },
    });
    expect(trigger.properties.Timeout).toBeLessThanOrEqual(5);
    const permissions = listResources(template, "AWS::Lambda::Permission").map(([, { Properties }]) => Properties);
    expect(permissions).toContainEqual({
      Action: "lambda:InvokeFunction",
      FunctionName: { "Fn::GetAtt": [trigger.id, "Arn"] },
      Principal: "cognito-idp.amazonaws.com",
      SourceArn: { "Fn::GetAtt": [poolId, "Arn"] },
    });
  });

  test("has an EventBridge rule for uploads", () => {
    const originals = listResources(template, "AWS::S3::Bucket").filter(([id]) => id.startsWith("PicturesOriginals"));
    expect(originals[0]?.[1].Properties.NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
    const patterns = listResources(template, "AWS::Events::Rule").map(([, { Properties }]) => Properties.EventPattern);
    expect(patterns).toContainEqual(
      expect.objectContaining({
        "detail-type": ["Object Created"],
        detail: expect.objectContaining({ object: { key: [{ prefix: "uploads/" }] } }),
      }),
    );
  });

  test("expires uploads, delivered files and exports, but not originals", () => {
    const originals = listResources(template, "AWS::S3::Bucket").filter(([id]) => id.startsWith("PicturesOriginals"));
    const { Rules } = (originals[0]?.[1].Properties.LifecycleConfiguration ?? {}) as {
      readonly Rules?: readonly { readonly ExpirationInDays?: number; readonly Prefix?: string }[];
    };
    const expiring = Rules?.flatMap(({ ExpirationInDays, Prefix }) =>
      ExpirationInDays ? [[Prefix, ExpirationInDays]] : [],
    );
    expect(expiring).toEqual([
      ["uploads/", 2],
      ["delivered/", 1],
      ["exports/", 7],
    ]);
  });

  test("logs no token, query, path or IP address of a request", () => {
    const stages = listResources(template, "AWS::ApiGatewayV2::Stage").map(([, { Properties }]) => Properties);
    const logging = stages.filter(({ AccessLogSettings }) => AccessLogSettings);
    expect(logging).toHaveLength(1);
    const stage = logging[0] ?? {};
    const { Format } = stage.AccessLogSettings as { Format: string };
    expect(Format).toContain("$context.requestId");
    expect(Format).not.toMatch(/authorization|header|cookie|querystring|sourceIp|path/i);
    for (const { DefaultRouteSettings } of stages) {
      expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: expect.any(Number) });
    }
  });

  test("keeps the access log of the API for a year, with a saved query for refused calls", () => {
    const settings = listResources(template, "AWS::ApiGatewayV2::Stage").flatMap(
      ([, { Properties }]) => (Properties.AccessLogSettings ?? []) as { Format: string; DestinationArn: unknown },
    );
    const { Format, DestinationArn } = settings[0] ?? { Format: "{}", DestinationArn: undefined };
    expect(Object.values(JSON.parse(Format))).toEqual(
      expect.arrayContaining([
        "$context.requestId",
        "$context.routeKey",
        "$context.status",
        "$context.authorizer.error",
        "$context.error.responseType",
      ]),
    );
    const [logGroup = ""] = collectReferences(DestinationArn);
    expect(template.findResources("AWS::Logs::LogGroup")[logGroup]?.Properties.RetentionInDays).toBe(365);
    const queries = listResources(template, "AWS::Logs::QueryDefinition").map(([, { Properties }]) => Properties);
    const query = queries.find(({ Name }) => String(Name).endsWith("/Refused by API Gateway")) ?? {};
    expect(collectReferences(query.LogGroupNames)).toEqual([logGroup]);
    const fields = /fields (.*)/.exec(String(query.QueryString))?.[1]?.split(", ") ?? [];
    expect(Object.keys(JSON.parse(Format))).toEqual(expect.arrayContaining(fields.filter((name) => name[0] !== "@")));
  });

  test("has no circular dependency", () => {
    expect(() => sortedByDependency(template)).not.toThrow();
  });
});

interface Behaviour {
  readonly PathPattern: string;
  readonly ViewerProtocolPolicy: string;
  readonly CachePolicyId: string;
  readonly ResponseHeadersPolicyId?: unknown;
}

/** Throws with the resources that wait for each other. */
function sortedByDependency(template: Template) {
  const waiting = new Map(
    listResources(template).map(([id, { Properties, DependsOn = [] }]) => [
      id,
      [...collectReferences(Properties), ...listed(DependsOn)],
    ]),
  );
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, needed]) => needed.every((id) => !waiting.has(id))).map(([id]) => id);
    if (ready.length === 0) throw new Error(`These wait for each other: ${[...waiting.keys()].join(", ")}`);
    for (const id of ready) waiting.delete(id);
  }
}

const isOfRecords = (bucketId: string) => bucketId.startsWith("StreamsUndeliveredRecords");
/** The search index can be rebuilt from the table. */
const isOfIndex = (bucketId: string) => bucketId.startsWith("SearchSnapshots");

describe("production", () => {
  test("retains its data when the stack is deleted, with point-in-time recovery and versions", async () => {
    const { template, stack } = await getStack("production");
    const table = mainTable(template);
    const pool = only(template, "AWS::Cognito::UserPool");
    expect(table.Properties.DeletionProtectionEnabled).toBe(true);
    expect(table.Properties.PointInTimeRecoverySpecification).toMatchObject({ PointInTimeRecoveryEnabled: true });
    expect(pool.Properties.DeletionProtection).toBe("ACTIVE");
    expect(stack.terminationProtection).toBe(true);
    const buckets = listResources(template, "AWS::S3::Bucket");
    for (const { DeletionPolicy } of [table, pool, ...buckets.map(([, bucket]) => bucket)]) {
      expect(DeletionPolicy).toBe("Retain");
    }
    const versioned = buckets.filter(([id]) => !isOfRecords(id) && !isOfIndex(id));
    expect(versioned).toHaveLength(3);
    for (const [, { Properties }] of versioned) {
      expect(Properties.VersioningConfiguration).toEqual({ Status: "Enabled" });
    }
  });

  test("keeps failed records for 30 days, without versions", async () => {
    const { template } = await getStack("production");
    const [kept, ...others] = listResources(template, "AWS::S3::Bucket").filter(([id]) => isOfRecords(id));
    expect(others).toEqual([]);
    expect(kept?.[1].Properties).not.toHaveProperty("VersioningConfiguration");
    expect(kept?.[1].Properties.LifecycleConfiguration).toEqual({
      Rules: [{ ExpirationInDays: 30, Status: "Enabled" }],
    });
  });

  test("disables every feature in its functions", async () => {
    const { template } = await getStack("production");
    const off = JSON.stringify({ payments: false, discounts: false, dashboard: false, gif: false });
    const functions = listResources(template, "AWS::Lambda::Function").map(([, { Properties }]) => Properties);
    const features = functions.flatMap(
      ({ Environment }) => (Environment as FunctionVariables | undefined)?.Variables.FEATURES ?? [],
    );
    expect(new Set(features)).toEqual(new Set([off]));
  });

  test("with a domain serves, sends mail and accepts uploads under that name", async () => {
    const certificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/a";
    const domain = { name: "ochre.example", certificateArn, hostedZoneId: "Z1" };
    const { template } = await getStack("production", { domain });
    const distribution = JSON.stringify(only(template, "AWS::CloudFront::Distribution"));
    expect(distribution).toContain('"Aliases":["ochre.example"]');
    expect(distribution).toContain("TLSv1.2_2021");
    // The deployment doesn't wait for the verification of the new identity.
    const [identity = ""] = listResources(template, "AWS::SES::EmailIdentity").map(([id]) => id);
    expect(collectReferences(only(template, "AWS::Cognito::UserPool").Properties)).not.toContain(identity);
    expect(JSON.stringify(listResources(template, "AWS::S3::Bucket"))).toContain("https://ochre.example");
    expect(functionNamed(template, "support").environment.OPERATORS_MAIL).toBe("info@ochre.example");
  });

  test("sends tickets and notices to the address of the stage", async () => {
    const { template } = await getStack("production", { operatorsMail: "desk@ochre.example" });
    expect(functionNamed(template, "support").environment.OPERATORS_MAIL).toBe("desk@ochre.example");
  });
});

interface FunctionVariables {
  readonly Variables: { readonly FEATURES?: string };
}

test("the laptop's stage has no DNS records, subscriptions or lookups", async () => {
  const { template, app } = await getStack("local");
  const { missing } = app.synth().manifest as { missing?: unknown[] };
  expect(missing ?? []).toEqual([]);
  const types = new Set(listResources(template).map(([, { Type }]) => Type));
  for (const type of ["AWS::Route53::RecordSet", "AWS::SNS::Subscription"]) {
    expect(types).not.toContain(type);
  }
  expect(Object.keys(template.toJSON().Parameters ?? {})).toEqual(["BootstrapVersion"]);
});

test("a stage with a backup vault copies table and originals there daily, and keeps them for 35 days", async () => {
  const backupVault = "arn:aws:backup:eu-west-1:999988887777:backup-vault:copies";
  const { template } = await getStack("production", { backupVault });
  const { BackupPlan } = only(template, "AWS::Backup::BackupPlan").Properties as {
    BackupPlan: { BackupPlanRule: readonly object[] };
  };
  expect(BackupPlan.BackupPlanRule).toMatchObject([
    {
      ScheduleExpression: "cron(30 2 * * ? *)",
      CopyActions: [{ DestinationBackupVaultArn: backupVault, Lifecycle: { DeleteAfterDays: 35 } }],
    },
  ]);
  const { BackupSelection } = only(template, "AWS::Backup::BackupSelection").Properties as {
    BackupSelection: { Resources: readonly unknown[] };
  };
  expect(BackupSelection.Resources.flatMap(collectReferences)).toEqual([
    expect.stringMatching(/^DataTable/),
    expect.stringMatching(/^PicturesOriginals/),
  ]);
});

test("other stages have no backup plan", async () => {
  const { template } = await getStack("production");
  expect(listResources(template, "AWS::Backup::BackupPlan")).toEqual([]);
});
