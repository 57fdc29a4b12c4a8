import { createHash } from "node:crypto";
import type { Logger } from "@aws-lambda-powertools/logger";
import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type AuthenticationResultType,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  RevokeTokenCommand,
  UserNotFoundException,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  BAD_LOGIN,
  BAD_SESSION,
  countRefusedCalls,
  markLockOut,
  outcome,
  REFUSED,
  TOO_MANY,
} from "./provider-outcome.ts";

/** Tokens of a session; the refresh token is the new one where it was rotated. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * Passwords that the provider accepts: up to 256 characters on one line, no white space at the ends. We accept 300 of
 * any.
 */
const TAKEN = /^\S.{0,254}\S$/;

/** The password as the provider gets it; one that it wouldn't take goes as its digest. */
const providerPassword = (password: string) =>
  TAKEN.test(password) ? password : createHash("sha512").update(password).digest("base64url");

/** The user pool: it knows ids, which are ours, and passwords. Whose an address is and whether it's proven, we know. */
export class Identity {
  readonly #client = new CognitoIdentityProviderClient({});
  readonly #pool: string;
  readonly #app: string;

  constructor(userPoolId: string, clientId: string, log: Logger) {
    countRefusedCalls(this.#client, log);
    this.#pool = userPoolId;
    this.#app = clientId;
  }

  /** Makes a user with a password; one that exists came from an earlier attempt. */
  async register(userId: string, password: string) {
    const call = this.#client.send(new AdminCreateUserCommand({ ...this.#user(userId), MessageAction: "SUPPRESS" }));
    const created = await outcome(
      call.then(() => "created" as const),
      [[UsernameExistsException, "created"], ...TOO_MANY],
    );
    return created === "too_many" ? created : outcome(this.#give(userId, password), TOO_MANY);
  }

  /** Makes the password the user's; a user whom the pool doesn't know any more is made again. Safe to repeat. */
  async setPassword(userId: string, password: string) {
    const set = await outcome(this.#give(userId, password), [[UserNotFoundException, "unknown"], ...TOO_MANY]);
    return set === "unknown" ? this.register(userId, password) : set;
  }

  logIn(userId: string, password: string) {
    const call = this.#client
      .send(
        new AdminInitiateAuthCommand({
          UserPoolId: this.#pool,
          ClientId: this.#app,
          AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
          AuthParameters: { USERNAME: userId, PASSWORD: providerPassword(password) },
        }),
      )
      .then(({ AuthenticationResult }) => toTokens(AuthenticationResult))
      .catch(markLockOut);
    return outcome(call, BAD_LOGIN);
  }

  /**
   * Logs in without the password: the pool asks for a proof of a nonce, which our functions and its trigger alone can make.
   * Neither the pool's lock-out of passwords nor its count of failures has a part in it.
   */
  async logInProven(userId: string, prove: (nonce: string) => Promise<string>) {
    const pool = { UserPoolId: this.#pool, ClientId: this.#app };
    const begin = new AdminInitiateAuthCommand({
      ...pool,
      AuthFlow: "CUSTOM_AUTH",
      AuthParameters: { USERNAME: userId },
    });
    const call = async () => {
      const { ChallengeName, ChallengeParameters, Session } = await this.#client.send(begin);
      const answer = await prove(ChallengeParameters?.nonce ?? "");
      const ChallengeResponses = { USERNAME: userId, ANSWER: answer };
      const respond = new AdminRespondToAuthChallengeCommand({ ...pool, ChallengeName, Session, ChallengeResponses });
      return toTokens((await this.#client.send(respond)).AuthenticationResult);
    };
    return outcome(call(), BAD_LOGIN);
  }

  refresh(refreshToken: string) {
    const call = this.#client
      .send(new GetTokensFromRefreshTokenCommand({ ClientId: this.#app, RefreshToken: refreshToken }))
      .then(({ AuthenticationResult }) => toTokens(AuthenticationResult, refreshToken));
    return outcome(call, BAD_SESSION);
  }

  /** Ends one session; a token that is dead already is fine. */
  revoke(refreshToken: string) {
    const call = this.#client
      .send(new RevokeTokenCommand({ ClientId: this.#app, Token: refreshToken }))
      .then(() => "revoked" as const);
    return outcome(call, [...REFUSED, ...TOO_MANY]);
  }

  /** Ends every session of the user; one whom the pool doesn't know has none. */
  signOutEverywhere(userId: string) {
    const call = this.#client.send(new AdminUserGlobalSignOutCommand(this.#user(userId)));
    return outcome(
      call.then(() => "signed_out" as const),
      [[UserNotFoundException, "signed_out"], ...TOO_MANY],
    );
  }

  /** Ends every session and lets nobody log in again; the user stays, so that its id can't come back. */
  async disable(userId: string) {
    await this.signOutEverywhere(userId);
    const call = this.#client.send(new AdminDisableUserCommand(this.#user(userId)));
    await outcome(call, [[UserNotFoundException, "unknown"]]);
  }

  #give(userId: string, password: string) {
    const of = { ...this.#user(userId), Password: providerPassword(password), Permanent: true };
    return this.#client.send(new AdminSetUserPasswordCommand(of)).then(() => "set" as const);
  }

  #user(userId: string) {
    return { UserPoolId: this.#pool, Username: userId };
  }
}

export const openIdentity = (
  environment: { readonly USER_POOL_ID: string; readonly USER_POOL_CLIENT_ID: string },
  log: Logger,
) => new Identity(environment.USER_POOL_ID, environment.USER_POOL_CLIENT_ID, log);

function toTokens(result: AuthenticationResultType | undefined, current?: string): Tokens {
  const accessToken = result?.AccessToken;
  const refreshToken = result?.RefreshToken ?? current;
  if (!accessToken || !refreshToken) throw new Error("The identity provider answered without tokens");
  return { accessToken, refreshToken };
}
