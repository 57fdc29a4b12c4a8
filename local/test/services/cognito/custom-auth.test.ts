import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserPasswordCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { expect, test } from "vitest";
import { computeSignInProof } from "../../../../lambdas/areas/second-factor/second-factor-keys.ts";
import { answerTrigger, type CustomAuthEvent } from "../../../../lambdas/events/sign-in/prove-sign-in.ts";
import { ClientId, PASSWORD, startPool, UserPoolId } from "./start-pool.ts";

const Username = "someone";
const user = { UserPoolId, Username };
const keys = { key: async () => Buffer.alloc(32, 7) };
const matchError = (name: string) => expect.objectContaining({ name });

/** A pool whose triggers are the product's, and what they were asked. */
async function startCustomPool(answer = (event: CustomAuthEvent): Promise<unknown> => answerTrigger(event, keys)) {
  const asked: CustomAuthEvent[] = [];
  const pool = await startPool({
    invokeTrigger: async (_arn, event) => {
      const custom = event as CustomAuthEvent;
      if (!custom.triggerSource.includes("AuthChallenge")) return event;
      asked.push(custom);
      return answer(custom);
    },
    pool: {
      authFlows: ["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_CUSTOM_AUTH"],
      triggers: { defineAuthChallenge: "d", createAuthChallenge: "c", verifyAuthChallengeResponse: "v" },
    },
  });
  await pool.client.send(new AdminCreateUserCommand({ ...user, MessageAction: "SUPPRESS" }));
  await pool.client.send(new AdminSetUserPasswordCommand({ ...user, Password: PASSWORD, Permanent: true }));
  const begin = (USERNAME = Username) =>
    pool.client.send(
      new AdminInitiateAuthCommand({ UserPoolId, ClientId, AuthFlow: "CUSTOM_AUTH", AuthParameters: { USERNAME } }),
    );
  const respond = (Session: string | undefined, ANSWER: string, USERNAME = Username) =>
    pool.client.send(
      new AdminRespondToAuthChallengeCommand({
        UserPoolId,
        ClientId,
        ChallengeName: "CUSTOM_CHALLENGE",
        Session,
        ChallengeResponses: { USERNAME, ANSWER },
      }),
    );
  return { ...pool, asked, begin, respond };
}

test("a signature of the nonce gets tokens, once for each challenge", async () => {
  const { begin, respond, asked } = await startCustomPool();
  const { ChallengeName, ChallengeParameters, Session } = await begin();
  expect([ChallengeName, ChallengeParameters]).toEqual([
    "CUSTOM_CHALLENGE",
    { USERNAME: Username, nonce: expect.stringMatching(/^[\w-]{43}$/) },
  ]);
  const proof = await computeSignInProof(keys, Username, ChallengeParameters?.nonce ?? "");
  const { AuthenticationResult } = await respond(Session, proof);
  expect(AuthenticationResult?.AccessToken).toBeTruthy();
  expect(AuthenticationResult?.RefreshToken).toBeTruthy();
  expect(asked.map(({ triggerSource }) => triggerSource)).toEqual([
    "DefineAuthChallenge_Authentication",
    "CreateAuthChallenge_Authentication",
    "VerifyAuthChallengeResponse_Authentication",
    "DefineAuthChallenge_Authentication",
  ]);
  await expect(respond(Session, proof)).rejects.toEqual(matchError("NotAuthorizedException"));
});

test.each([
  ["of another nonce", (nonce: string) => computeSignInProof(keys, Username, `${nonce}x`)],
  ["for another user", (nonce: string) => computeSignInProof(keys, "someone-else", nonce)],
  ["of another key", (nonce: string) => computeSignInProof({ key: async () => Buffer.alloc(32, 8) }, Username, nonce)],
  ["that is the nonce itself", async (nonce: string) => nonce],
])("a proof %s is refused, and the challenge is over", async (_, prove) => {
  const { begin, respond } = await startCustomPool();
  const { ChallengeParameters, Session } = await begin();
  const nonce = ChallengeParameters?.nonce ?? "";
  await expect(respond(Session, await prove(nonce))).rejects.toEqual(matchError("NotAuthorizedException"));
  const late = respond(Session, await computeSignInProof(keys, Username, nonce));
  await expect(late).rejects.toEqual(matchError("NotAuthorizedException"));
});

test("a session is for its user and for three minutes", async () => {
  const { begin, respond, pass, client } = await startCustomPool();
  await client.send(new AdminCreateUserCommand({ UserPoolId, Username: "other", MessageAction: "SUPPRESS" }));
  const first = await begin();
  const proof = await computeSignInProof(keys, "other", first.ChallengeParameters?.nonce ?? "");
  await expect(respond(first.Session, proof, "other")).rejects.toEqual(matchError("NotAuthorizedException"));
  const { ChallengeParameters, Session } = await begin();
  pass(3 * 60_000);
  const late = await computeSignInProof(keys, Username, ChallengeParameters?.nonce ?? "");
  await expect(respond(Session, late)).rejects.toEqual(matchError("NotAuthorizedException"));
});

test("a password in place of a proof gets a challenge but no tokens", async () => {
  const { client } = await startCustomPool();
  const AuthParameters = { USERNAME: Username, PASSWORD };
  const started = await client.send(new InitiateAuthCommand({ ClientId, AuthFlow: "CUSTOM_AUTH", AuthParameters }));
  expect([started.ChallengeName, started.AuthenticationResult]).toEqual(["CUSTOM_CHALLENGE", undefined]);
  const ChallengeResponses = { USERNAME: Username, ANSWER: PASSWORD };
  const answer = { ClientId, ChallengeName: "CUSTOM_CHALLENGE", Session: started.Session, ChallengeResponses } as const;
  await expect(client.send(new RespondToAuthChallengeCommand(answer))).rejects.toEqual(
    matchError("NotAuthorizedException"),
  );
});

test("an unknown user gets the same challenge, but no tokens for a valid proof", async () => {
  const { begin, respond } = await startCustomPool();
  const { ChallengeName, ChallengeParameters, Session } = await begin("nobody");
  expect(ChallengeName).toBe("CUSTOM_CHALLENGE");
  const proof = await computeSignInProof(keys, "nobody", ChallengeParameters?.nonce ?? "");
  await expect(respond(Session, proof, "nobody")).rejects.toEqual(matchError("NotAuthorizedException"));
});

test("a disabled user gets no tokens", async () => {
  const { begin, client } = await startCustomPool();
  await client.send(new AdminDisableUserCommand(user));
  await expect(begin()).rejects.toEqual(matchError("NotAuthorizedException"));
});

test("a trigger that fails or answers nonsense issues no token", async () => {
  const failing = await startCustomPool(async () => {
    throw new Error("no");
  });
  await expect(failing.begin()).rejects.toEqual(matchError("UserLambdaValidationException"));
  const nonsense = await startCustomPool(async () => ({ response: { issueTokens: "yes" } }));
  await expect(nonsense.begin()).rejects.toEqual(matchError("InvalidLambdaResponseException"));
});

test.each([
  ["a password", [{ challengeName: "PASSWORD_VERIFIER", challengeResult: true }]],
  [
    "a password beside a proof",
    [
      { challengeName: "PASSWORD_VERIFIER", challengeResult: true },
      { challengeName: "CUSTOM_CHALLENGE", challengeResult: true },
    ],
  ],
  [
    "two answers",
    [
      { challengeName: "CUSTOM_CHALLENGE", challengeResult: false },
      { challengeName: "CUSTOM_CHALLENGE", challengeResult: true },
    ],
  ],
])("the trigger issues no tokens for %s", async (_, session) => {
  const event = {
    triggerSource: "DefineAuthChallenge_Authentication",
    userName: Username,
    request: { session },
    response: {},
  };
  const { response } = await answerTrigger(event as never, keys);
  expect(response).toMatchObject({ issueTokens: false, failAuthentication: true });
});
