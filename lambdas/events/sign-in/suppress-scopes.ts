import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";

/** Scope that lets the bearer of an access token call the user pool as that user. */
const SELF_SCOPE = "aws.cognito.signin.user.admin";

/** Removes Cognito's self-service scope, so that access tokens are accepted by our API only. */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const accessTokenGeneration = { scopesToSuppress: [SELF_SCOPE] };
  return { ...event, response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } } };
}
