import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { CognitoError, notAuthorized, wrongCredentials } from "./errors.ts";
import type { Pool, Triggers } from "./pools.ts";
import type { InvokeTrigger } from "./pre-token-generation.ts";
import type { User } from "./users.ts";

/** AuthSessionValidity, whose default is three minutes. */
const SESSION_MS = 3 * 60_000;

type Attempt = { pool: Pool; username: string; user: User | undefined };

type ChallengeResult = { challengeName: string; challengeResult: boolean; challengeMetadata: string };

type OpenSession = {
  pool: string;
  username: string;
  results: ChallengeResult[];
  privateChallengeParameters: Record<string, string>;
  challengeMetadata: string;
  until: number;
};

/** The next challenge, as InitiateAuth answers it; `undefined` where the triggers have tokens issued. */
type Step = { ChallengeName: string; Session: string; ChallengeParameters: Record<string, string> } | undefined;

export type CustomChallenges = {
  begin(attempt: Attempt): Promise<Step>;
  /** Throws NotAuthorizedException for a session that is unknown, over, used before or another user's. */
  answer(attempt: Attempt, session: string, answer: string): Promise<Step>;
};

const Defined = z.object({
  response: z.object({
    challengeName: z.optional(z.nullable(z.string())),
    issueTokens: z.optional(z.nullable(z.boolean())),
    failAuthentication: z.optional(z.nullable(z.boolean())),
  }),
});

const Texts = z.optional(z.nullable(z.record(z.string(), z.string())));

const Created = z.object({
  response: z.object({
    publicChallengeParameters: Texts,
    privateChallengeParameters: Texts,
    challengeMetadata: z.optional(z.nullable(z.string())),
  }),
});

const Verified = z.object({ response: z.object({ answerCorrect: z.optional(z.nullable(z.boolean())) }) });

/**
 * The flow CUSTOM_AUTH: the pool's triggers define, create and verify challenges. A session is answered once, within
 * three minutes. Neither a wrong answer nor a right one counts for the lock-out, which is for passwords.
 */
export function openCustomChallenges(invokeTrigger: InvokeTrigger, now: () => Date): CustomChallenges {
  const sessions = new Map<string, OpenSession>();

  async function call<S extends z.ZodMiniType>(
    trigger: keyof Triggers,
    { pool, username, user }: Attempt,
    request: object,
    response: object,
    schema: S,
  ): Promise<z.output<S>> {
    const arn = pool.triggers?.[trigger];
    if (!arn) throw new CognitoError("InvalidParameterException", "Custom auth lambda trigger is not configured.");
    const name = `${trigger.slice(0, 1).toUpperCase()}${trigger.slice(1)}`;
    const event = {
      version: "1",
      triggerSource: `${name}_Authentication`,
      region: pool.poolId.split("_")[0],
      userPoolId: pool.poolId,
      userName: username,
      callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: pool.clientId },
      request: {
        userAttributes: user ? { sub: user.sub, "cognito:user_status": user.status, ...user.attributes } : {},
        ...request,
        userNotFound: !user,
      },
      response,
    };
    const answer = await invokeTrigger(arn, event).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new CognitoError("UserLambdaValidationException", `${name} failed with error ${message}.`);
    });
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new CognitoError("InvalidLambdaResponseException", "Unrecognizable lambda output");
    return parsed.data;
  }

  async function next(attempt: Attempt, results: ChallengeResult[]): Promise<Step> {
    const blank = { challengeName: null, issueTokens: null, failAuthentication: null };
    const { response } = await call("defineAuthChallenge", attempt, { session: results }, blank, Defined);
    const { challengeName, issueTokens, failAuthentication } = response;
    if (failAuthentication) throw wrongCredentials();
    if (issueTokens) return undefined;
    if (challengeName !== "CUSTOM_CHALLENGE") {
      throw new CognitoError("InvalidLambdaResponseException", "Unrecognizable lambda output");
    }
    return create(attempt, results, challengeName);
  }

  async function create(attempt: Attempt, results: ChallengeResult[], challengeName: string): Promise<Step> {
    const blank = { publicChallengeParameters: null, privateChallengeParameters: null, challengeMetadata: null };
    const request = { challengeName, session: results };
    const { response } = await call("createAuthChallenge", attempt, request, blank, Created);
    const at = now().getTime();
    for (const [id, { until }] of sessions) if (until <= at) sessions.delete(id);
    const session = randomBytes(48).toString("base64url");
    sessions.set(session, {
      pool: attempt.pool.poolId,
      username: attempt.username,
      results,
      privateChallengeParameters: response.privateChallengeParameters ?? {},
      challengeMetadata: response.challengeMetadata ?? "",
      until: at + SESSION_MS,
    });
    const shown = { USERNAME: attempt.username, ...response.publicChallengeParameters };
    return { ChallengeName: challengeName, Session: session, ChallengeParameters: shown };
  }

  return {
    begin: (attempt) => next(attempt, []),
    answer: async (attempt, session, challengeAnswer) => {
      const open = sessions.get(session);
      sessions.delete(session);
      const isOwn = open?.pool === attempt.pool.poolId && open.username === attempt.username;
      if (!open || !isOwn || open.until <= now().getTime()) throw notAuthorized("Invalid session for the user.");
      const { privateChallengeParameters, challengeMetadata, results } = open;
      const request = { privateChallengeParameters, challengeAnswer };
      const blank = { answerCorrect: null };
      const { response } = await call("verifyAuthChallengeResponse", attempt, request, blank, Verified);
      const challengeResult = response.answerCorrect === true;
      return next(attempt, [...results, { challengeName: "CUSTOM_CHALLENGE", challengeResult, challengeMetadata }]);
    },
  };
}
