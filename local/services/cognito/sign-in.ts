import * as z from "zod/mini";
import { CognitoError, invalidParameter, notAuthorized, wrongCredentials } from "./errors.ts";
import {
  adminOperation,
  CallerInput,
  ClientInput,
  getCaller,
  publicOperation,
  type Service,
  UserInput,
} from "./operation.ts";
import type { Pool } from "./pools.ts";
import { attributeList, type User } from "./users.ts";

const Parameters = z.optional(z.record(z.string(), z.string()));

/** ExplicitAuthFlows of a client that sets none. */
const DEFAULT_FLOWS = ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"];

/** Flows of InitiateAuth, with the ExplicitAuthFlows value that each requires. */
const PUBLIC_FLOWS: Readonly<Record<string, string>> = {
  USER_PASSWORD_AUTH: "ALLOW_USER_PASSWORD_AUTH",
  USER_SRP_AUTH: "ALLOW_USER_SRP_AUTH",
  CUSTOM_AUTH: "ALLOW_CUSTOM_AUTH",
  USER_AUTH: "ALLOW_USER_AUTH",
  REFRESH_TOKEN_AUTH: "ALLOW_REFRESH_TOKEN_AUTH",
  REFRESH_TOKEN: "ALLOW_REFRESH_TOKEN_AUTH",
};
const ADMIN_FLOWS: typeof PUBLIC_FLOWS = {
  ...PUBLIC_FLOWS,
  ADMIN_USER_PASSWORD_AUTH: "ALLOW_ADMIN_USER_PASSWORD_AUTH",
  ADMIN_NO_SRP_AUTH: "ALLOW_ADMIN_USER_PASSWORD_AUTH",
};

export const InitiateAuth = publicOperation(
  z.object({ ...ClientInput, AuthFlow: z.string(), AuthParameters: Parameters }),
  async ({ ClientId, AuthFlow, AuthParameters }, service) =>
    authenticate(service, service.pools.byClient(ClientId), PUBLIC_FLOWS, AuthFlow, AuthParameters),
);

export const AdminInitiateAuth = adminOperation(
  z.object({ ...ClientInput, UserPoolId: UserInput.UserPoolId, AuthFlow: z.string(), AuthParameters: Parameters }),
  async ({ ClientId, UserPoolId, AuthFlow, AuthParameters }, service) => {
    const pool = service.pools.byClient(ClientId);
    if (pool !== service.pools.byId(UserPoolId)) throw invalidParameter("The client doesn't belong to this user pool.");
    return authenticate(service, pool, ADMIN_FLOWS, AuthFlow, AuthParameters);
  },
);

export const GetTokensFromRefreshToken = publicOperation(
  z.object({ ...ClientInput, RefreshToken: z.string().check(z.minLength(1)) }),
  async ({ ClientId, RefreshToken }, service) => ({
    AuthenticationResult: await refreshTokens(service, service.pools.byClient(ClientId), RefreshToken),
  }),
);

export const RevokeToken = publicOperation(
  z.object({ ...ClientInput, Token: z.string().check(z.minLength(1)) }),
  async ({ ClientId, Token }, { pools, sessions }) => {
    if (Token.split(".").length === 3) {
      throw new CognitoError("UnsupportedTokenTypeException", "Only refresh tokens can be revoked.");
    }
    sessions.revoke(pools.byClient(ClientId), Token);
    return {};
  },
);

export const GlobalSignOut = publicOperation(z.object(CallerInput), async ({ AccessToken }, service) => {
  const { user } = await getCaller(AccessToken, service);
  service.sessions.revokeAll(user);
  return {};
});

const ChallengeAnswer = {
  ...ClientInput,
  ChallengeName: z.string(),
  Session: z.optional(z.string()),
  ChallengeResponses: Parameters,
};

export const RespondToAuthChallenge = publicOperation(z.object(ChallengeAnswer), async (answer, service) =>
  respond(service, service.pools.byClient(answer.ClientId), answer),
);

export const AdminRespondToAuthChallenge = adminOperation(
  z.object({ ...ChallengeAnswer, UserPoolId: UserInput.UserPoolId }),
  async (answer, service) => {
    const pool = service.pools.byClient(answer.ClientId);
    if (pool !== service.pools.byId(answer.UserPoolId)) {
      throw invalidParameter("The client doesn't belong to this user pool.");
    }
    return respond(service, pool, answer);
  },
);

/** Custom challenges only: the stand-in completes no others. */
async function respond(
  service: Service,
  pool: Pool,
  { ChallengeName, Session = "", ChallengeResponses = {} }: z.output<z.ZodMiniObject<typeof ChallengeAnswer>>,
): Promise<object> {
  if (ChallengeName !== "CUSTOM_CHALLENGE") throw notAuthorized("Invalid session for the user.");
  const username = requireParameter(ChallengeResponses, "USERNAME");
  const answer = requireParameter(ChallengeResponses, "ANSWER");
  const user = service.users.find(pool.poolId, username);
  const step = await service.customChallenges.answer({ pool, username, user }, Session, answer);
  return step ?? startSession(service, pool, signedInUser(user));
}

/** The user that the triggers accepted. Throws if the pool doesn't have it. */
function signedInUser(user: User | undefined): User {
  if (!user) throw wrongCredentials();
  if (!user.enabled) throw notAuthorized("User is disabled.");
  return user;
}

async function authenticate(
  service: Service,
  pool: Pool,
  flows: typeof PUBLIC_FLOWS,
  flow: string,
  parameters: Record<string, string> = {},
): Promise<object> {
  const requiredFlow = flows[flow];
  if (!requiredFlow) throw invalidParameter("Initiate Auth method not supported.");
  if (!(pool.authFlows ?? DEFAULT_FLOWS).includes(requiredFlow)) {
    throw invalidParameter(`${flow} flow not enabled for this client`);
  }
  if (flow.endsWith("_PASSWORD_AUTH") || flow === "ADMIN_NO_SRP_AUTH") {
    const user = await checkCredentials(
      service,
      pool,
      requireParameter(parameters, "USERNAME"),
      requireParameter(parameters, "PASSWORD"),
    );
    if (user.status === "FORCE_CHANGE_PASSWORD") return newPasswordChallenge(user);
    service.attempts.succeededSignIn(user);
    return startSession(service, pool, user);
  }
  if (requiredFlow === "ALLOW_REFRESH_TOKEN_AUTH") {
    // With rotation a client can refresh only through GetTokensFromRefreshToken.
    if (pool.rotation) throw invalidParameter("Initiate Auth method not supported.");
    const AuthenticationResult = await refreshTokens(service, pool, requireParameter(parameters, "REFRESH_TOKEN"));
    return { AuthenticationResult, ChallengeParameters: {} };
  }
  if (flow === "CUSTOM_AUTH" && (parameters.CHALLENGE_NAME ?? "CUSTOM_CHALLENGE") === "CUSTOM_CHALLENGE") {
    const username = requireParameter(parameters, "USERNAME");
    const user = service.users.find(pool.poolId, username);
    if (user && !user.enabled) throw notAuthorized("User is disabled.");
    const step = await service.customChallenges.begin({ pool, username, user });
    return step ?? startSession(service, pool, signedInUser(user));
  }
  throw new CognitoError("UnknownOperationException", `The Cognito stand-in has no flow ${flow}`);
}

/** A correct password of a disabled or unconfirmed user counts neither as a failure nor as a success. */
async function checkCredentials(service: Service, pool: Pool, username: string, password: string): Promise<User> {
  const { attempts } = service;
  const userKey = { pool: pool.poolId, username };
  if (attempts.beginSignIn(userKey).lockedOut) throw notAuthorized("Password attempts exceeded");
  const user = service.users.find(pool.poolId, username);
  if (!user || !(await service.passwords.matches(password, user.password))) {
    attempts.failedSignIn(userKey);
    throw wrongCredentials();
  }
  if (!user.enabled) throw notAuthorized("User is disabled.");
  if (user.status === "UNCONFIRMED") throw new CognitoError("UserNotConfirmedException", "User is not confirmed.");
  return user;
}

async function startSession(service: Service, pool: Pool, user: User): Promise<object> {
  const { grant, refreshToken } = service.sessions.start(pool, user);
  const tokens = await service.tokens.issue(pool, user, grant, "TokenGeneration_Authentication");
  return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} };
}

async function refreshTokens(service: Service, pool: Pool, token: string): Promise<object> {
  const { grant, refreshToken } = service.sessions.refresh(pool, token);
  const user = service.users.get(pool.poolId, grant.session.username);
  if (!user.enabled) throw notAuthorized("User is disabled.");
  const tokens = await service.tokens.issue(pool, user, grant, "TokenGeneration_RefreshTokens");
  return { ...tokens, ...(refreshToken && { RefreshToken: refreshToken }) };
}

function newPasswordChallenge(user: User): object {
  const attributes = Object.fromEntries(attributeList(user).map(({ Name, Value }) => [Name, Value]));
  return {
    ChallengeName: "NEW_PASSWORD_REQUIRED",
    Session: "the laptop cloud answers no challenges",
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: "[]",
      userAttributes: JSON.stringify(attributes),
    },
  };
}

function requireParameter(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
