import { setTimeout as sleep } from "node:timers/promises";
import { call, logIn, SeedError, type SeedSession } from "#local/seed/client.ts";
import { DEMO_PASSWORD, type Person } from "#local/seed/people.ts";

type Mail = { to: string | string[]; links: string[] };

/** A sign-up that a crash has cut in two gives its name back after two minutes. */
const MAX_CUT_MS = 150_000;
const CUT_PAUSE_MS = 10_000;

const hasStatus = (error: unknown, status: number) => error instanceof SeedError && error.status === status;

/** Creates and verifies the account, or continues where an earlier run stopped, and logs in; a new account is empty. */
export async function signUp(
  origin: string,
  person: Person,
  onWait: (line: string) => void,
): Promise<SeedSession & { readonly isNew: boolean }> {
  const isNew = await register(origin, person);
  return { ...(await logInOrVerify(origin, person, isNew, onWait)), isNew };
}

async function logInOrVerify(origin: string, person: Person, isNew: boolean, onWait: (line: string) => void) {
  const { userUsername, userEmail } = person;
  try {
    return await logIn(origin, userUsername);
  } catch (error) {
    if (!isNew && hasStatus(error, 401)) {
      onWait(`A crash has cut the sign-up of ${userUsername} in two: its name is free again within two minutes`);
      return signUpAgain(origin, person);
    }
    if (!hasStatus(error, 403)) throw error;
  }
  const known = await newestLink(origin, userEmail);
  if (!known || !(await openLink(origin, person, known))) {
    await call(origin, {
      step: `send ${userUsername} a new link`,
      method: "POST",
      path: "/auth/resend_token",
      body: { userEmail },
    });
    await verify(origin, person, known);
  }
  return logIn(origin, userUsername);
}

/** Signs up and opens the link; returns false when the name is taken. */
async function register(origin: string, person: Person): Promise<boolean> {
  const { userName, userUsername, userEmail } = person;
  try {
    await call(origin, {
      step: `sign up ${userUsername}`,
      method: "POST",
      path: "/auth/signup",
      body: { userName, userUsername, userEmail, userPassword: DEMO_PASSWORD, userConfirm: DEMO_PASSWORD },
    });
  } catch (error) {
    if (hasStatus(error, 409)) return false;
    throw error;
  }
  await verify(origin, person);
  return true;
}

/** Waits until the name of a sign-up that was cut in two is free again. */
async function signUpAgain(origin: string, person: Person): Promise<SeedSession> {
  const deadline = Date.now() + MAX_CUT_MS;
  while (!(await register(origin, person))) {
    if (Date.now() > deadline)
      throw new SeedError(`sign up ${person.userUsername}`, "somebody else has that name", 409);
    await sleep(CUT_PAUSE_MS);
  }
  return logIn(origin, person.userUsername);
}

async function newestLink(origin: string, userEmail: string): Promise<string | undefined> {
  const mails = await call<Mail[]>(origin, { step: "read the mailbox", method: "GET", path: "/__local/mail" });
  return mails
    .filter(({ to }) => [to].flat().some((address) => address.toLowerCase().includes(userEmail)))
    .flatMap(({ links }) => links)
    .find((link) => link.includes("/verify_token/"));
}

/** Opens the newest verification link other than `used`; fails when none arrives within 10 seconds. */
async function verify(origin: string, person: Person, used?: string) {
  const step = `verify ${person.userUsername}`;
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const link = await newestLink(origin, person.userEmail);
    if (link !== undefined && link !== used) {
      if (await openLink(origin, person, link)) return;
      throw new SeedError(step, "the newest link has run out", 410);
    }
    await sleep(120);
  }
  throw new SeedError(step, "no mail with a link arrived within 10 seconds");
}

/** Returns false when the link was used or has run out. */
async function openLink(origin: string, { userUsername }: Person, link: string): Promise<boolean> {
  const tokenId = new URL(link, origin).pathname.split("/verify_token/")[1] ?? "";
  try {
    await call(origin, { step: `verify ${userUsername}`, method: "GET", path: `/auth/verify_token/${tokenId}` });
    return true;
  } catch (error) {
    if (hasStatus(error, 410)) return false;
    throw error;
  }
}

/** Sets bio and country; returns false on a stage without that route. */
export async function completeProfile(
  session: SeedSession,
  { userName, userUsername, userDescription, userCountry }: Person,
) {
  try {
    await session.call({
      step: `describe ${userUsername}`,
      method: "PATCH",
      path: `/api/users/${session.userId}`,
      body: { userName, userDescription, userCountry },
    });
    return true;
  } catch (error) {
    if (error instanceof SeedError && (error.status === 404 || error.status === 405)) return false;
    throw error;
  }
}
