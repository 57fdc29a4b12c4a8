import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";

/** Scope that lets the bearer of an access token call the user pool as that user. */
const SELF_SCOPE = "aws.cognito.signin.user.admin";

/** Restricts access tokens to our API: without the scope the user pool refuses them for calls about the user. */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const accessTokenGeneration = { scopesToSuppress: [SELF_SCOPE] };
  return { ...event, response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } } };
}
