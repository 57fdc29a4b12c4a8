import * as z from "zod/mini";
import { CognitoError } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { User } from "./users.ts";

export type TokenSource = "TokenGeneration_Authentication" | "TokenGeneration_RefreshTokens";

export type InvokeTrigger = (functionArn: string, event: unknown) => Promise<unknown>;

type Request = { pool: Pool; user: User; source: TokenSource; scopes: string[] };

const Scopes = z.optional(z.nullable(z.array(z.string())));

/** The part of a V2_0 response that the stand-in supports; anything else is refused. */
const TriggerResponse = z.object({
  response: z.object({
    claimsAndScopeOverrideDetails: z.optional(
      z.nullable(
        z.strictObject({
          accessTokenGeneration: z.optional(
            z.nullable(z.strictObject({ scopesToAdd: Scopes, scopesToSuppress: Scopes })),
          ),
        }),
      ),
    ),
  }),
});

/**
 * The access token's scopes after the pool's pre token generation trigger, version V2_0.
 * Throws UserLambdaValidationException when the trigger fails, so that no token is issued.
 */
export async function getScopes(request: Request, invokeTrigger: InvokeTrigger): Promise<string[]> {
  const trigger = request.pool.triggers?.preTokenGeneration;
  if (!trigger) return request.scopes;
  const answer = await invokeTrigger(trigger, buildEvent(request)).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CognitoError("UserLambdaValidationException", `PreTokenGeneration failed with error ${message}.`);
  });
  const parsed = TriggerResponse.safeParse(answer);
  if (!parsed.success) {
    throw new CognitoError("InvalidLambdaResponseException", "Unrecognizable lambda output");
  }
  const { scopesToAdd, scopesToSuppress } =
    parsed.data.response.claimsAndScopeOverrideDetails?.accessTokenGeneration ?? {};
  const all = new Set([...request.scopes, ...(scopesToAdd ?? [])]);
  return [...all].filter((scope) => !scopesToSuppress?.includes(scope));
}

const buildEvent = ({ pool, user, source, scopes }: Request): unknown => ({
  version: "2",
  triggerSource: source,
  region: pool.poolId.split("_")[0],
  userPoolId: pool.poolId,
  userName: user.username,
  callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: pool.clientId },
  request: {
    userAttributes: { sub: user.sub, "cognito:user_status": user.status, ...user.attributes },
    groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null },
    scopes,
  },
  response: { claimsAndScopeOverrideDetails: null },
});
