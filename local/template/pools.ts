import * as z from "zod/mini";
import { Numeric, propertiesOf } from "./read.ts";
import type { Resolver } from "./resolve.ts";

export interface PoolSpec {
  poolId: string;
  clientId: string;
  triggers: { customMessage?: string };
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** Whether a refresh token is good for one use. */
  rotation: boolean;
  rotationGraceSeconds: number;
  passwordMinLength: number;
}

const PoolProperties = z.object({
  LambdaConfig: z.optional(z.record(z.string(), z.unknown())),
  Policies: z.optional(z.object({ PasswordPolicy: z.optional(z.object({ MinimumLength: z.optional(Numeric) })) })),
});

const ClientProperties = z.object({
  UserPoolId: z.string(),
  AccessTokenValidity: z.optional(Numeric),
  RefreshTokenValidity: z.optional(Numeric),
  TokenValidityUnits: z.optional(
    z.object({ AccessToken: z.optional(z.string()), RefreshToken: z.optional(z.string()) }),
  ),
  RefreshTokenRotation: z.optional(
    z.object({ Feature: z.optional(z.string()), RetryGracePeriodSeconds: z.optional(z.number()) }),
  ),
});

const SECONDS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

const secondsOf = (amount: number, unit: string) => amount * (SECONDS[unit] ?? 1);

/** A user pool with its one client; Cognito's defaults where the template is silent: an hour and 30 days. */
export function readPools(resolver: Resolver): PoolSpec[] {
  const clients = resolver.resourcesOf("AWS::Cognito::UserPoolClient").map((resource) => ({
    clientId: resolver.nameOf(resource.logicalId),
    ...propertiesOf(resource, ClientProperties),
  }));
  return resolver.resourcesOf("AWS::Cognito::UserPool").flatMap((resource) => {
    const pool = propertiesOf(resource, PoolProperties);
    const poolId = resolver.nameOf(resource.logicalId);
    const customMessage = pool.LambdaConfig?.CustomMessage;
    for (const trigger of Object.keys(pool.LambdaConfig ?? {})) {
      if (trigger !== "CustomMessage") throw new Error(`The laptop's user pool has no ${trigger} trigger`);
    }
    return clients
      .filter(({ UserPoolId }) => UserPoolId === poolId)
      .map((client) => ({
        poolId,
        clientId: client.clientId,
        triggers: typeof customMessage === "string" ? { customMessage } : {},
        accessTokenSeconds: secondsOf(
          client.AccessTokenValidity ?? 1,
          client.TokenValidityUnits?.AccessToken ?? "hours",
        ),
        refreshTokenSeconds: secondsOf(
          client.RefreshTokenValidity ?? 30,
          client.TokenValidityUnits?.RefreshToken ?? "days",
        ),
        rotation: client.RefreshTokenRotation?.Feature === "ENABLED",
        rotationGraceSeconds: client.RefreshTokenRotation?.RetryGracePeriodSeconds ?? 0,
        passwordMinLength: pool.Policies?.PasswordPolicy?.MinimumLength ?? 8,
      }));
  });
}
