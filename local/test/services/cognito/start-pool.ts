import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { onTestFinished } from "vitest";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { type CognitoOptions, type PoolSettings, startCognito } from "#local/services/cognito/cognito.ts";
import type { OutgoingMail } from "#local/services/ses.ts";

export const HOUR = 3_600_000;
export const PASSWORD = "correct-horse";
export const ClientId = "laptopclient";
export const UserPoolId = "eu-central-1_Laptop";

const SETTINGS: PoolSettings = {
  poolId: UserPoolId,
  clientId: ClientId,
  accessTokenSeconds: 900,
  refreshTokenSeconds: 30 * 24 * 3_600,
  rotation: true,
  passwordMinLength: 10,
  autoVerified: ["email"],
  authFlows: ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH"],
};

type Options = Partial<Pick<CognitoOptions, "dir" | "deliver" | "invokeTrigger">> & { pool?: Partial<PoolSettings> };

/** A running stand-in with one pool, the SDK's client for it, the mails it sent and a clock that a test can move. */
export async function startPool({ pool, ...options }: Options = {}) {
  const mails: OutgoingMail[] = [];
  let offset = 0;
  const cognito = await startCognito({
    deliver: async (mail) => {
      mails.push(mail);
    },
    invokeTrigger: async (_arn, event) => event,
    now: () => new Date(Date.now() + offset),
    ...options,
  });
  let running = true;
  const stop = async () => {
    if (running) await cognito.stop();
    running = false;
  };
  onTestFinished(stop);
  const urls = await cognito.ensurePool({ ...SETTINGS, ...pool });
  const client = new CognitoIdentityProviderClient({
    endpoint: cognito.url,
    region: "eu-central-1",
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
  });
  const getCode = (mail: OutgoingMail | undefined): string => /\d{6}/.exec(mail?.html ?? "")?.[0] ?? "";
  const signUp = (Username: string) =>
    client.send(
      new SignUpCommand({
        ClientId,
        Username,
        Password: PASSWORD,
        UserAttributes: [{ Name: "email", Value: `${Username}@example.com` }],
      }),
    );
  const logIn = async (Username: string, Password = PASSWORD) => {
    const AuthParameters = { USERNAME: Username, PASSWORD: Password };
    const { AuthenticationResult } = await client.send(
      new InitiateAuthCommand({ ClientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters }),
    );
    const { AccessToken = "", IdToken = "", RefreshToken = "", ExpiresIn } = AuthenticationResult ?? {};
    return { AccessToken, IdToken, RefreshToken, ExpiresIn };
  };
  return {
    ...urls,
    cognito,
    client,
    mails,
    stop,
    signUp,
    logIn,
    lastCode: () => getCode(mails.at(-1)),
    pass: (milliseconds: number) => {
      offset += milliseconds;
    },
    member: async (Username: string) => {
      await signUp(Username);
      const ConfirmationCode = getCode(mails.at(-1));
      await client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
      return Username;
    },
  };
}

/** A code that is surely not this one. */
export const buildOtherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
