import { TOTP } from "otpauth";
import { DemoError, logIn } from "#demo/client.ts";
import { DEMO_MODERATOR, DEMO_PASSWORD } from "#demo/people.ts";
import { completeProfile, signUp } from "#demo/sign-up.ts";

interface Options {
  /** Base URL of the site. */
  readonly origin: string;
  /** The authenticator app's secret, in base32, that an earlier run stored. */
  readonly storedSecret: string | undefined;
  /** Called before the secret is in use. */
  readonly storeSecret: (secret: string) => void;
  /** Grants the account its permissions. */
  readonly grant: () => Promise<unknown>;
  readonly onWait: (line: string) => void;
}

/** The moderator's current code. */
export const generateCode = (secret: string) => new TOTP({ secret }).generate();

/** True if the account already has its second factor, so that a password alone doesn't log in. */
const hasFactor = (origin: string) =>
  logIn(origin, DEMO_MODERATOR.userUsername).then(
    () => false,
    (error: unknown) => error instanceof DemoError && error.status === 403,
  );

/** Creates the operator of the demo, whose second factor is an authenticator app. An interrupted run is continued. */
export async function addModerator({ origin, storedSecret, storeSecret, grant, onWait }: Options) {
  if (storedSecret && (await hasFactor(origin))) return grant();
  const { userUsername } = DEMO_MODERATOR;
  const session = await signUp(origin, DEMO_MODERATOR, onWait);
  await completeProfile(session, DEMO_MODERATOR);
  await grant();
  const factors = `/api/users/${session.userId}/second_factor`;
  const send = <T>(path: string, body: object = {}) =>
    session.call<T>({ step: `protect ${userUsername}`, method: "POST", path: `${factors}/${path}`, body });
  await send("proof", { kind: "password", userPassword: DEMO_PASSWORD });
  const { secret } = await send<{ secret: string }>("totp");
  storeSecret(secret);
  await send("totp/confirm", { code: generateCode(secret) });
}
