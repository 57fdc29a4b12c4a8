import { createHash } from "node:crypto";
import {
  AdminConfirmSignUpCommand,
  AdminDeleteUserCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AuthenticationResultType,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
  InvalidParameterException,
  NotAuthorizedException,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  UserNotFoundException,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import { BAD_CODE, BAD_LOGIN, BAD_SESSION, markLockOut, outcome, REFUSED, TOO_MANY } from "./provider-outcome.ts";

/** Tokens of a session; the refresh token is the new one where it was rotated. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** What the provider takes: 256 characters on one line, no white space at the ends. We take 300 of any. */
const TAKEN = /^\S.{0,254}\S$/;

/** The password as the provider gets it; one that it wouldn't take goes as its digest. */
const providerPassword = (password: string) =>
  TAKEN.test(password) ? password : createHash("sha512").update(password).digest("base64url");

/** The user pool, as log-in and its relatives need it. Its usernames are our user ids. */
export class Identity {
  readonly #client = new CognitoIdentityProviderClient({});
  readonly #pool: string;
  readonly #app: string;

  constructor(userPoolId: string, clientId: string) {
    this.#pool = userPoolId;
    this.#app = clientId;
  }

  /** Registers an unconfirmed user and mails the code. An id is used once, so one that exists came from an earlier try. */
  async signUp(userId: string, password: string, email: string) {
    const call = this.#client.send(
      new SignUpCommand({
        ClientId: this.#app,
        Username: userId,
        Password: providerPassword(password),
        UserAttributes: [{ Name: "email", Value: email }],
      }),
    );
    return outcome(
      call.then(() => "registered" as const),
      [[UsernameExistsException, "registered"], [InvalidParameterException, "bad_email"], ...TOO_MANY],
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
      .then(({ AuthenticationResult }) => tokensOf(AuthenticationResult))
      .catch(markLockOut);
    return outcome(call, BAD_LOGIN);
  }

  refresh(refreshToken: string) {
    const call = this.#client
      .send(new GetTokensFromRefreshTokenCommand({ ClientId: this.#app, RefreshToken: refreshToken }))
      .then(({ AuthenticationResult }) => tokensOf(AuthenticationResult, refreshToken));
    return outcome(call, BAD_SESSION);
  }

  /** Ends one session; a token that is dead already is fine. */
  revoke(refreshToken: string) {
    const call = this.#client
      .send(new RevokeTokenCommand({ ClientId: this.#app, Token: refreshToken }))
      .then(() => "revoked" as const);
    return outcome(call, [...REFUSED, ...TOO_MANY]);
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

  /** Changes the password of whom the access token names; the current one was proven when the token was got. */
  changePassword(accessToken: string, current: string, next: string) {
    const call = this.#client
      .send(
        new ChangePasswordCommand({
          AccessToken: accessToken,
          PreviousPassword: providerPassword(current),
          ProposedPassword: providerPassword(next),
        }),
      )
      .then(() => "changed" as const);
    return outcome(call, TOO_MANY);
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

  /** Forgets the user with every session; one that is gone already is fine. */
  async remove(userId: string) {
    const call = this.#client.send(new AdminDeleteUserCommand({ UserPoolId: this.#pool, Username: userId }));
    await outcome(call, [[UserNotFoundException, "gone"]]);
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
