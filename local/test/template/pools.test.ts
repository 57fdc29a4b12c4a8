import { describe, expect, test } from "vitest";
import { readAssembly } from "#local/template/assembly.ts";
import { readPools } from "#local/template/pools.ts";
import { createResolver } from "#local/template/resolve.ts";
import { writeAssembly } from "../support/stack.ts";

const HOSTS = { site: "localhost:3000", s3: "127.0.0.1:3003", providerUrl: (poolId: string) => poolId };
const ARN = "arn:aws:lambda:us-east-1:000000000000:function:shape-tokens";

function readPool(pool: object, client: object = {}) {
  const resources = {
    Pool: { Type: "AWS::Cognito::UserPool", Properties: { ...pool } },
    Client: { Type: "AWS::Cognito::UserPoolClient", Properties: { UserPoolId: { Ref: "Pool" }, ...client } },
  };
  const [read] = readPools(createResolver(readAssembly(writeAssembly({ resources })), HOSTS));
  return read;
}

const preTokenGeneration = (LambdaVersion: string) => ({
  LambdaConfig: { PreTokenGenerationConfig: { LambdaArn: ARN, LambdaVersion } },
});

describe("a user pool's settings", () => {
  test("have Cognito's defaults when the template doesn't set them", () => {
    const pool = readPool({});
    expect(pool).toMatchObject({ adminCreatesUsers: false, adminRecovers: false, autoVerified: [], required: [] });
    expect(pool).not.toHaveProperty("authFlows");
    expect(pool).not.toHaveProperty("writable");
  });

  test("are read from the template", () => {
    const pool = {
      ...preTokenGeneration("V2_0"),
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "admin_only", Priority: 1 }] },
      AutoVerifiedAttributes: ["email"],
      Schema: [
        { Name: "email", Required: true },
        { Name: "locale", Required: false },
      ],
    };
    const client = { ExplicitAuthFlows: ["ALLOW_ADMIN_USER_PASSWORD_AUTH"], WriteAttributes: ["locale"] };
    expect(readPool(pool, client)).toMatchObject({
      triggers: { preTokenGeneration: ARN },
      adminCreatesUsers: true,
      adminRecovers: true,
      autoVerified: ["email"],
      required: ["email"],
      authFlows: ["ALLOW_ADMIN_USER_PASSWORD_AUTH"],
      writable: ["locale"],
    });
  });

  test("name the triggers of custom authentication", () => {
    const LambdaConfig = { DefineAuthChallenge: ARN, CreateAuthChallenge: ARN, VerifyAuthChallengeResponse: ARN };
    expect(readPool({ LambdaConfig })?.triggers).toEqual({
      defineAuthChallenge: ARN,
      createAuthChallenge: ARN,
      verifyAuthChallengeResponse: ARN,
    });
  });

  test.each([
    ["another trigger", { LambdaConfig: { PostConfirmation: ARN } }, {}, /PostConfirmation/],
    [
      "a part of custom authentication",
      { LambdaConfig: { DefineAuthChallenge: ARN } },
      {},
      /define, create and verify/,
    ],
    ["an event of another version", preTokenGeneration("V1_0"), {}, /V2_0/],
    ["a plan without that version", { ...preTokenGeneration("V2_0"), UserPoolTier: "LITE" }, {}, /Lite/],
    [
      "rotation beside the flow that doesn't rotate",
      {},
      { ExplicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH"], RefreshTokenRotation: { Feature: "ENABLED" } },
      /ALLOW_REFRESH_TOKEN_AUTH/,
    ],
  ])("that ask for %s stop the laptop", (_, pool, client, message) => {
    expect(() => readPool(pool, client)).toThrow(message);
  });
});
