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
  mapErrors,
  markLockOut,
  REFUSED,
  TOO_MANY,
} from "./provider-outcome.ts";

/** Tokens of a session; the refresh token is the new one where it was rotated. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * Passwords that Cognito accepts: up to 256 characters on one line, without white space at the ends. We accept 300
 * characters of any kind.
 */
const COGNITO_PASSWORD = /^\S.{0,254}\S$/;

/** The password as sent to Cognito; its digest if Cognito wouldn't accept it. */
const toCognitoPassword = (password: string) =>
  COGNITO_PASSWORD.test(password) ? password : createHash("sha512").update(password).digest("base64url");

/** Cognito's user pool. It stores only our ids and passwords; addresses and their verification are in the table. */
export class Identity {
  readonly #client = new CognitoIdentityProviderClient({});
  readonly #pool: string;
  readonly #app: string;

  constructor(userPoolId: string, clientId: string, log: Logger) {
    countRefusedCalls(this.#client, log);
    this.#pool = userPoolId;
    this.#app = clientId;
  }

  /** Creates a user with a password; an existing one is left from an earlier attempt. */
  async register(userId: string, password: string) {
    const call = this.#client.send(new AdminCreateUserCommand({ ...this.#user(userId), MessageAction: "SUPPRESS" }));
    const created = await mapErrors(
      call.then(() => "created" as const),
      [[UsernameExistsException, "created"], ...TOO_MANY],
    );
    return created === "too_many" ? created : mapErrors(this.#give(userId, password), TOO_MANY);
  }

  /** Sets the user's password; recreates a user missing from the pool. Safe to repeat. */
  async setPassword(userId: string, password: string) {
    const set = await mapErrors(this.#give(userId, password), [[UserNotFoundException, "unknown"], ...TOO_MANY]);
    return set === "unknown" ? this.register(userId, password) : set;
  }

  logIn(userId: string, password: string) {
    const call = this.#client
      .send(
        new AdminInitiateAuthCommand({
          UserPoolId: this.#pool,
          ClientId: this.#app,
          AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
          AuthParameters: { USERNAME: userId, PASSWORD: toCognitoPassword(password) },
        }),
      )
      .then(({ AuthenticationResult }) => toTokens(AuthenticationResult))
      .catch(markLockOut);
    return mapErrors(call, BAD_LOGIN);
  }

  /**
   * Logs in without the password: the pool's trigger verifies a signed nonce that only our functions can create. Independent
   * of Cognito's password lock-out.
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
    return mapErrors(call(), BAD_LOGIN);
  }

  refresh(refreshToken: string) {
    const call = this.#client
      .send(new GetTokensFromRefreshTokenCommand({ ClientId: this.#app, RefreshToken: refreshToken }))
      .then(({ AuthenticationResult }) => toTokens(AuthenticationResult, refreshToken));
    return mapErrors(call, BAD_SESSION);
  }

  /** Ends one session; does nothing for a dead token. */
  revoke(refreshToken: string) {
    const call = this.#client
      .send(new RevokeTokenCommand({ ClientId: this.#app, Token: refreshToken }))
      .then(() => "revoked" as const);
    return mapErrors(call, [...REFUSED, ...TOO_MANY]);
  }

  /** Ends every session of the user; does nothing for a user unknown to the pool. */
  signOutEverywhere(userId: string) {
    const call = this.#client.send(new AdminUserGlobalSignOutCommand(this.#user(userId)));
    return mapErrors(
      call.then(() => "signed_out" as const),
      [[UserNotFoundException, "signed_out"], ...TOO_MANY],
    );
  }

  /** Ends every session and disables log-in; the user stays, so that its id can't be reused. */
  async disable(userId: string) {
    await this.signOutEverywhere(userId);
    const call = this.#client.send(new AdminDisableUserCommand(this.#user(userId)));
    await mapErrors(call, [[UserNotFoundException, "unknown"]]);
  }

  #give(userId: string, password: string) {
    const of = { ...this.#user(userId), Password: toCognitoPassword(password), Permanent: true };
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
