import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";

/** What lets whoever holds an access token call the user pool in the user's name. */
const SELF_SCOPE = "aws.cognito.signin.user.admin";

/** Keeps access tokens good for our API alone: the user pool takes none of them for a call about the user. */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const accessTokenGeneration = { scopesToSuppress: [SELF_SCOPE] };
  return { ...event, response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } } };
}
