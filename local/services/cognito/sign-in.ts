import * as z from "zod/mini";
import { CognitoError, invalidParameter, notAuthorized, wrongCredentials } from "./errors.ts";
import { adminOperation, callerOf, OfCaller, OfClient, OfUser, publicOperation, type Service } from "./operation.ts";
import { matchesPassword } from "./passwords.ts";
import type { Pool } from "./pools.ts";
import { attributeList, type User } from "./users.ts";

const Parameters = z.optional(z.record(z.string(), z.string()));

/** What a client that names no flows allows. */
const USUAL_FLOWS = ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"];

/** The flows that anyone may begin, and what the client has to allow for each. */
const OPEN_FLOWS: Readonly<Record<string, string>> = {
  USER_PASSWORD_AUTH: "ALLOW_USER_PASSWORD_AUTH",
  USER_SRP_AUTH: "ALLOW_USER_SRP_AUTH",
  CUSTOM_AUTH: "ALLOW_CUSTOM_AUTH",
  USER_AUTH: "ALLOW_USER_AUTH",
  REFRESH_TOKEN_AUTH: "ALLOW_REFRESH_TOKEN_AUTH",
  REFRESH_TOKEN: "ALLOW_REFRESH_TOKEN_AUTH",
};
const ADMIN_FLOWS: typeof OPEN_FLOWS = {
  ...OPEN_FLOWS,
  ADMIN_USER_PASSWORD_AUTH: "ALLOW_ADMIN_USER_PASSWORD_AUTH",
  ADMIN_NO_SRP_AUTH: "ALLOW_ADMIN_USER_PASSWORD_AUTH",
};

export const InitiateAuth = publicOperation(
  z.object({ ...OfClient, AuthFlow: z.string(), AuthParameters: Parameters }),
  async ({ ClientId, AuthFlow, AuthParameters }, service) =>
    authenticate(service, service.pools.byClient(ClientId), OPEN_FLOWS, AuthFlow, AuthParameters),
);

export const AdminInitiateAuth = adminOperation(
  z.object({ ...OfClient, UserPoolId: OfUser.UserPoolId, AuthFlow: z.string(), AuthParameters: Parameters }),
  async ({ ClientId, UserPoolId, AuthFlow, AuthParameters }, service) => {
    const pool = service.pools.byClient(ClientId);
    if (pool !== service.pools.byId(UserPoolId)) throw invalidParameter("The client is not of this user pool.");
    return authenticate(service, pool, ADMIN_FLOWS, AuthFlow, AuthParameters);
  },
);

export const GetTokensFromRefreshToken = publicOperation(
  z.object({ ...OfClient, RefreshToken: z.string().check(z.minLength(1)) }),
  async ({ ClientId, RefreshToken }, service) => ({
    AuthenticationResult: await refreshed(service, service.pools.byClient(ClientId), RefreshToken),
  }),
);

export const RevokeToken = publicOperation(
  z.object({ ...OfClient, Token: z.string().check(z.minLength(1)) }),
  async ({ ClientId, Token }, { pools, sessions }) => {
    if (Token.split(".").length === 3) {
      throw new CognitoError("UnsupportedTokenTypeException", "Only refresh tokens can be revoked.");
    }
    sessions.revoke(pools.byClient(ClientId), Token);
    return {};
  },
);

export const GlobalSignOut = publicOperation(z.object(OfCaller), async ({ AccessToken }, service) => {
  const { user } = await callerOf(AccessToken, service);
  service.sessions.revokeAll(user);
  return {};
});

/** Nobody has a session to answer a challenge with: the only one that the stand-in gives out is worth nothing. */
export const RespondToAuthChallenge = publicOperation(
  z.object({ ...OfClient, ChallengeName: z.string() }),
  async ({ ClientId }, { pools }) => {
    pools.byClient(ClientId);
    throw notAuthorized("Invalid session for the user.");
  },
);

async function authenticate(
  service: Service,
  pool: Pool,
  flows: typeof OPEN_FLOWS,
  flow: string,
  parameters: Record<string, string> = {},
): Promise<object> {
  const allowance = flows[flow];
  if (!allowance) throw invalidParameter("Initiate Auth method not supported.");
  if (!(pool.authFlows ?? USUAL_FLOWS).includes(allowance)) {
    throw invalidParameter(`${flow} flow not enabled for this client`);
  }
  if (flow.endsWith("_PASSWORD_AUTH") || flow === "ADMIN_NO_SRP_AUTH") {
    const user = await checkCredentials(service, pool, needed(parameters, "USERNAME"), needed(parameters, "PASSWORD"));
    if (user.status === "FORCE_CHANGE_PASSWORD") return newPasswordChallenge(user);
    service.attempts.succeededSignIn(user);
    return signedIn(service, pool, user);
  }
  if (allowance === "ALLOW_REFRESH_TOKEN_AUTH") {
    // With rotation a client may refresh by GetTokensFromRefreshToken only.
    if (pool.rotation) throw invalidParameter("Initiate Auth method not supported.");
    const AuthenticationResult = await refreshed(service, pool, needed(parameters, "REFRESH_TOKEN"));
    return { AuthenticationResult, ChallengeParameters: {} };
  }
  throw new CognitoError("UnknownOperationException", `The Cognito stand-in has no flow ${flow}`);
}

/** A right password that doesn't sign in, as of a disabled or unconfirmed user, is neither a failure nor a success. */
async function checkCredentials(service: Service, pool: Pool, username: string, password: string): Promise<User> {
  const { attempts } = service;
  const who = { pool: pool.poolId, username };
  if (attempts.beginSignIn(who).lockedOut) throw notAuthorized("Password attempts exceeded");
  const user = service.users.find(pool.poolId, username);
  if (!user || !(await matchesPassword(password, user.password))) {
    attempts.failedSignIn(who);
    throw wrongCredentials();
  }
  if (!user.enabled) throw notAuthorized("User is disabled.");
  if (user.status === "UNCONFIRMED") throw new CognitoError("UserNotConfirmedException", "User is not confirmed.");
  return user;
}

async function signedIn(service: Service, pool: Pool, user: User): Promise<object> {
  const { session, refreshToken } = service.sessions.start(pool, user);
  const tokens = await service.tokens.issue(pool, user, session, "TokenGeneration_Authentication");
  return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} };
}

async function refreshed(service: Service, pool: Pool, token: string): Promise<object> {
  const { session, refreshToken } = service.sessions.refresh(pool, token);
  const user = service.users.get(pool.poolId, session.username);
  if (!user.enabled) throw notAuthorized("User is disabled.");
  const tokens = await service.tokens.issue(pool, user, session, "TokenGeneration_RefreshTokens");
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

function needed(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
