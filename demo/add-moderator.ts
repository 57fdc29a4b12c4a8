import { TOTP } from "otpauth";
import { DemoError, logIn } from "#demo/client.ts";
import { DEMO_MODERATOR, DEMO_PASSWORD } from "#demo/people.ts";
import { completeProfile, signUp } from "#demo/sign-up.ts";

interface Options {
  /** Base URL of the site. */
  readonly origin: string;
  /** The demo's moderator by default. */
  readonly moderator?: typeof DEMO_MODERATOR;
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
const hasFactor = (origin: string, userUsername: string) =>
  logIn(origin, userUsername).then(
    () => false,
    (error: unknown) => error instanceof DemoError && error.status === 403,
  );

/** Creates the operator of the demo, whose second factor is an authenticator app. An interrupted run is continued. */
export async function addModerator(options: Options) {
  const { origin, moderator = DEMO_MODERATOR, storedSecret, storeSecret, grant, onWait } = options;
  const { userUsername } = moderator;
  if (storedSecret && (await hasFactor(origin, userUsername))) return grant();
  const session = await signUp(origin, moderator, onWait);
  await completeProfile(session, moderator);
  await grant();
  const factors = `/api/users/${session.userId}/second_factor`;
  const send = <T>(path: string, body: object = {}) =>
    session.call<T>({ step: `protect ${userUsername}`, method: "POST", path: `${factors}/${path}`, body });
  await send("proof", { kind: "password", userPassword: DEMO_PASSWORD });
  const { secret } = await send<{ secret: string }>("totp");
  storeSecret(secret);
  await send("totp/confirm", { code: generateCode(secret) });
}
