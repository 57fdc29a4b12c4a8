import * as z from "zod/mini";
import { NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

export interface PoolSpec {
  poolId: string;
  clientId: string;
  triggers: {
    preTokenGeneration?: string;
    defineAuthChallenge?: string;
    createAuthChallenge?: string;
    verifyAuthChallengeResponse?: string;
  };
  /** Only administrators may create users. */
  adminCreatesUsers: boolean;
  /** Only administrators can reset passwords. */
  adminRecovers: boolean;
  /** Attributes whose codes are mailed at sign-up. */
  autoVerified: string[];
  /** Required attributes of the schema. */
  required: string[];
  /** ExplicitAuthFlows; absent means Cognito's defaults. */
  authFlows?: string[];
  /** WriteAttributes; absent means all. */
  writable?: string[];
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** Rotates refresh tokens. */
  rotation: boolean;
  rotationGraceSeconds: number;
  passwordMinLength: number;
}

const PoolProperties = z.object({
  LambdaConfig: z.optional(z.record(z.string(), z.unknown())),
  UserPoolTier: z.optional(z.string()),
  AdminCreateUserConfig: z.optional(z.object({ AllowAdminCreateUserOnly: z.optional(z.boolean()) })),
  AccountRecoverySetting: z.optional(
    z.object({ RecoveryMechanisms: z.optional(z.array(z.object({ Name: z.string() }))) }),
  ),
  AutoVerifiedAttributes: z.optional(z.array(z.string())),
  Schema: z.optional(z.array(z.object({ Name: z.string(), Required: z.optional(z.boolean()) }))),
  Policies: z.optional(z.object({ PasswordPolicy: z.optional(z.object({ MinimumLength: z.optional(NumberOrText) })) })),
});

const ClientProperties = z.object({
  UserPoolId: z.string(),
  ExplicitAuthFlows: z.optional(z.array(z.string())),
  WriteAttributes: z.optional(z.array(z.string())),
  AccessTokenValidity: z.optional(NumberOrText),
  RefreshTokenValidity: z.optional(NumberOrText),
  TokenValidityUnits: z.optional(
    z.object({ AccessToken: z.optional(z.string()), RefreshToken: z.optional(z.string()) }),
  ),
  RefreshTokenRotation: z.optional(
    z.object({ Feature: z.optional(z.string()), RetryGracePeriodSeconds: z.optional(z.number()) }),
  ),
});

const PreTokenGeneration = z.object({ LambdaArn: z.string(), LambdaVersion: z.literal("V2_0") });

/** The triggers of custom authentication; a flow that has started needs all three. */
const CustomAuth = z.strictObject({
  DefineAuthChallenge: z.string(),
  CreateAuthChallenge: z.string(),
  VerifyAuthChallengeResponse: z.string(),
});

const SECONDS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

const toSeconds = (amount: number, unit: string) => amount * (SECONDS[unit] ?? 1);

/** The pool's triggers; throws for any that the laptop doesn't run, and for one that the pool's plan doesn't have. */
function parseTriggers({ LambdaConfig = {}, UserPoolTier = "ESSENTIALS" }: z.output<typeof PoolProperties>) {
  const { PreTokenGenerationConfig: config, PreTokenGeneration: alias, ...others } = LambdaConfig;
  const custom = Object.keys(others).length > 0 ? parseCustomAuth(others) : {};
  if (config === undefined && alias === undefined) return custom;
  const { data } = PreTokenGeneration.safeParse(config);
  if (!data || (alias !== undefined && alias !== data.LambdaArn)) {
    throw new Error("The laptop's user pool runs the pre token generation trigger in version V2_0 only");
  }
  if (UserPoolTier === "LITE") throw new Error("A user pool of the plan Lite has no trigger of version V2_0");
  return { ...custom, preTokenGeneration: data.LambdaArn };
}

function parseCustomAuth(config: Readonly<Record<string, unknown>>) {
  const unsupported = Object.keys(config).find((name) => !Object.hasOwn(CustomAuth.shape, name));
  if (unsupported) throw new Error(`The laptop's user pool has no ${unsupported} trigger`);
  const { data } = CustomAuth.safeParse(config);
  if (!data) throw new Error("Custom authentication needs the triggers that define, create and verify a challenge");
  return {
    defineAuthChallenge: data.DefineAuthChallenge,
    createAuthChallenge: data.CreateAuthChallenge,
    verifyAuthChallengeResponse: data.VerifyAuthChallengeResponse,
  };
}

/** Throws where Cognito refuses the client: with rotation ALLOW_REFRESH_TOKEN_AUTH isn't allowed. */
function toAuthFlows({ ExplicitAuthFlows, RefreshTokenRotation }: z.output<typeof ClientProperties>) {
  const rotates = RefreshTokenRotation?.Feature === "ENABLED";
  if (rotates && ExplicitAuthFlows?.includes("ALLOW_REFRESH_TOKEN_AUTH")) {
    throw new Error("A client that rotates refresh tokens can't allow ALLOW_REFRESH_TOKEN_AUTH");
  }
  return ExplicitAuthFlows ? { authFlows: ExplicitAuthFlows } : {};
}

/** A user pool with its one client; token lifetimes default to an hour and 30 days. */
export function readPools(resolver: Resolver): PoolSpec[] {
  const clients = resolver.listResources("AWS::Cognito::UserPoolClient").map((resource) => ({
    clientId: resolver.getName(resource.logicalId),
    ...parseProperties(resource, ClientProperties),
  }));
  return resolver.listResources("AWS::Cognito::UserPool").flatMap((resource) => {
    const pool = parseProperties(resource, PoolProperties);
    const poolId = resolver.getName(resource.logicalId);
    const recovery = pool.AccountRecoverySetting?.RecoveryMechanisms?.map(({ Name }) => Name) ?? [];
    return clients
      .filter(({ UserPoolId }) => UserPoolId === poolId)
      .map((client) => ({
        poolId,
        clientId: client.clientId,
        triggers: parseTriggers(pool),
        adminCreatesUsers: pool.AdminCreateUserConfig?.AllowAdminCreateUserOnly ?? false,
        adminRecovers: recovery.length > 0 && recovery.every((name) => name === "admin_only"),
        autoVerified: pool.AutoVerifiedAttributes ?? [],
        required: (pool.Schema ?? []).flatMap(({ Name, Required }) => (Required ? [Name] : [])),
        ...toAuthFlows(client),
        ...(client.WriteAttributes ? { writable: client.WriteAttributes } : {}),
        accessTokenSeconds: toSeconds(
          client.AccessTokenValidity ?? 1,
          client.TokenValidityUnits?.AccessToken ?? "hours",
        ),
        refreshTokenSeconds: toSeconds(
          client.RefreshTokenValidity ?? 30,
          client.TokenValidityUnits?.RefreshToken ?? "days",
        ),
        rotation: client.RefreshTokenRotation?.Feature === "ENABLED",
        rotationGraceSeconds: client.RefreshTokenRotation?.RetryGracePeriodSeconds ?? 0,
        passwordMinLength: pool.Policies?.PasswordPolicy?.MinimumLength ?? 8,
      }));
  });
}
