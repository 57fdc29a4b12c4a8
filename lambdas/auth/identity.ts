import { createHash } from "node:crypto";
import {
  AdminConfirmSignUpCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AuthenticationResultType,
  CodeMismatchException,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ExpiredCodeException,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
  InvalidParameterException,
  LimitExceededException,
  NotAuthorizedException,
  RefreshTokenReuseException,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  TooManyFailedAttemptsException,
  TooManyRequestsException,
  UnauthorizedException,
  UserNotConfirmedException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";

/** Tokens of a session; the refresh token is the new one where it was rotated. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** Runs a call and turns the errors that belong to normal life into a word. */
async function outcome<T, W extends string>(
  call: Promise<T>,
  words: readonly (readonly [ErrorClass, W])[],
): Promise<T | W> {
  try {
    return await call;
  } catch (error) {
    const known = words.find(([kind]) => error instanceof kind);
    if (!known) throw error;
    return known[1];
  }
}

const TOO_MANY = [
  [LimitExceededException, "too_many"],
  [TooManyRequestsException, "too_many"],
  [TooManyFailedAttemptsException, "too_many"],
] as const;

const BAD_CODE = [
  [CodeMismatchException, "bad_code"],
  [ExpiredCodeException, "bad_code"],
  [UserNotFoundException, "bad_code"],
  ...TOO_MANY,
] as const;

/** What the provider answers where nothing was to be done; a caller must not learn which. */
const REFUSED = [
  [InvalidParameterException, "refused"],
  [NotAuthorizedException, "refused"],
  [UnauthorizedException, "refused"],
] as const;

/** The provider takes 256 characters and no white space at the ends; we take 300 of any, so others go as a digest. */
const providerPassword = (password: string) =>
  password.length <= 256 && password.trim() === password
    ? password
    : createHash("sha512").update(password).digest("base64url");

/** The user pool, as log-in and its relatives need it. Its usernames are our user ids. */
export class Identity {
  readonly #client = new CognitoIdentityProviderClient({});
  readonly #pool: string;
  readonly #app: string;

  constructor(userPoolId: string, clientId: string) {
    this.#pool = userPoolId;
    this.#app = clientId;
  }

  /** Registers an unconfirmed user and mails the code. */
  async signUp(userId: string, password: string, email: string) {
    await this.#client.send(
      new SignUpCommand({
        ClientId: this.#app,
        Username: userId,
        Password: providerPassword(password),
        UserAttributes: [{ Name: "email", Value: email }],
      }),
    );
  }

  confirm(userId: string, code: string) {
    const call = this.#client
      .send(new ConfirmSignUpCommand({ ClientId: this.#app, Username: userId, ConfirmationCode: code }))
      .then(() => "confirmed" as const);
    return outcome(call, [...BAD_CODE, [NotAuthorizedException, "already_confirmed"]]);
  }

  /** Mails a fresh code; says nothing of whether the user exists or is confirmed. */
  async resendCode(userId: string) {
    const call = this.#client.send(new ResendConfirmationCodeCommand({ ClientId: this.#app, Username: userId }));
    await outcome(call, [...REFUSED, ...BAD_CODE]);
  }

  logIn(userId: string, password: string) {
    const call = this.#client
      .send(
        new InitiateAuthCommand({
          ClientId: this.#app,
          AuthFlow: "USER_PASSWORD_AUTH",
          AuthParameters: { USERNAME: userId, PASSWORD: providerPassword(password) },
        }),
      )
      .then(({ AuthenticationResult }) => tokensOf(AuthenticationResult));
    return outcome(call, [
      [UserNotConfirmedException, "unconfirmed"],
      [NotAuthorizedException, "wrong"],
      [UserNotFoundException, "wrong"],
      ...TOO_MANY,
    ]);
  }

  refresh(refreshToken: string) {
    const call = this.#client
      .send(new GetTokensFromRefreshTokenCommand({ ClientId: this.#app, RefreshToken: refreshToken }))
      .then(({ AuthenticationResult }) => tokensOf(AuthenticationResult, refreshToken));
    return outcome(call, [
      [NotAuthorizedException, "expired"],
      [RefreshTokenReuseException, "expired"],
      [UserNotFoundException, "expired"],
    ]);
  }

  /** Ends one session; a token that is dead already is fine. */
  async revoke(refreshToken: string) {
    const call = this.#client.send(new RevokeTokenCommand({ ClientId: this.#app, Token: refreshToken }));
    await outcome(call, REFUSED);
  }

  /** Mails a reset code; says nothing of whether the user exists. */
  async forgotPassword(userId: string) {
    const call = this.#client.send(new ForgotPasswordCommand({ ClientId: this.#app, Username: userId }));
    await outcome(call, [...REFUSED, ...BAD_CODE]);
  }

  resetPassword(userId: string, code: string, password: string) {
    const call = this.#client
      .send(
        new ConfirmForgotPasswordCommand({
          ClientId: this.#app,
          Username: userId,
          ConfirmationCode: code,
          Password: providerPassword(password),
        }),
      )
      .then(() => "reset" as const);
    return outcome(call, BAD_CODE);
  }

  /** Makes a proven address the user's, and the user a confirmed one. Safe to repeat. */
  async adoptEmail(userId: string, email: string) {
    const user = { UserPoolId: this.#pool, Username: userId };
    await this.#client.send(
      new AdminUpdateUserAttributesCommand({
        ...user,
        UserAttributes: [
          { Name: "email", Value: email },
          { Name: "email_verified", Value: "true" },
        ],
      }),
    );
    const confirm = this.#client.send(new AdminConfirmSignUpCommand(user));
    await outcome(confirm, [[NotAuthorizedException, "already_confirmed"]]);
  }

  /** Ends every session of the user. */
  async signOutEverywhere(userId: string) {
    await this.#client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: this.#pool, Username: userId }));
  }
}

export const openIdentity = (environment: { readonly USER_POOL_ID: string; readonly USER_POOL_CLIENT_ID: string }) =>
  new Identity(environment.USER_POOL_ID, environment.USER_POOL_CLIENT_ID);

function tokensOf(result: AuthenticationResultType | undefined, current?: string): Tokens {
  const accessToken = result?.AccessToken;
  const refreshToken = result?.RefreshToken ?? current;
  if (!accessToken || !refreshToken) throw new Error("The identity provider answered without tokens");
  return { accessToken, refreshToken };
}
