import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";

/** Scope that lets the bearer of an access token call the user pool as that user. */
const SELF_SCOPE = "aws.cognito.signin.user.admin";

/** Keeps access tokens good for our API alone: the user pool takes none of them for a call about the user. */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const accessTokenGeneration = { scopesToSuppress: [SELF_SCOPE] };
  return { ...event, response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } } };
}
