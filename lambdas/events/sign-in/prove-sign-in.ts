import { randomBytes } from "node:crypto";
import type {
  CreateAuthChallengeTriggerEvent,
  DefineAuthChallengeTriggerEvent,
  VerifyAuthChallengeResponseTriggerEvent,
} from "aws-lambda";
import * as z from "zod/mini";
import {
  isSignInProof,
  NONCE,
  openSecondFactorKeys,
  type SecondFactorKeys,
} from "../../areas/second-factor/second-factor-keys.ts";

export type CustomAuthEvent =
  | DefineAuthChallengeTriggerEvent
  | CreateAuthChallengeTriggerEvent
  | VerifyAuthChallengeResponseTriggerEvent;

const CHALLENGE = "CUSTOM_CHALLENGE";

/**
 * Custom authentication of the user pool: a random nonce that only our functions can sign. Since the client's id is public,
 * anyone may start it, but can't complete it; passwords don't count.
 */
export async function answerTrigger(event: CustomAuthEvent, keys: SecondFactorKeys): Promise<CustomAuthEvent> {
  if (isDefining(event)) return { ...event, response: { ...event.response, ...nextChallenge(event.request) } };
  if (isCreating(event)) {
    const nonce = { [NONCE]: randomBytes(32).toString("base64url") };
    const parameters = { publicChallengeParameters: nonce, privateChallengeParameters: nonce };
    return { ...event, response: { ...event.response, ...parameters } };
  }
  const { privateChallengeParameters, challengeAnswer, userNotFound } = event.request;
  const nonce = privateChallengeParameters[NONCE] ?? "";
  const isProof = await isSignInProof(keys, event.userName, nonce, String(challengeAnswer));
  return { ...event, response: { ...event.response, answerCorrect: isProof && nonce !== "" && !userNotFound } };
}

const isDefining = (event: CustomAuthEvent): event is DefineAuthChallengeTriggerEvent =>
  event.triggerSource === "DefineAuthChallenge_Authentication";

const isCreating = (event: CustomAuthEvent): event is CreateAuthChallengeTriggerEvent =>
  event.triggerSource === "CreateAuthChallenge_Authentication";

/** One challenge, one answer. No other kind of challenge, such as a password, may precede it. */
function nextChallenge({ session, userNotFound }: DefineAuthChallengeTriggerEvent["request"]) {
  const [first, ...more] = session;
  if (!first) return { challengeName: CHALLENGE, issueTokens: false, failAuthentication: false };
  const isProven = first.challengeName === CHALLENGE && first.challengeResult && more.length === 0 && !userNotFound;
  return { challengeName: "", issueTokens: isProven, failAuthentication: !isProven };
}

/** The pool's triggers exist before the pool and lack the environment about its tokens. */
const Environment = z.object({ SECOND_FACTOR_SECRET_ARN: z.string() });

let keys: SecondFactorKeys | undefined;

export async function handler(event: CustomAuthEvent): Promise<CustomAuthEvent> {
  keys ??= openSecondFactorKeys(Environment.parse(process.env));
  return answerTrigger(event, keys);
}
