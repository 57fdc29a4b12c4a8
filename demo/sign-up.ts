import { setTimeout as sleep } from "node:timers/promises";
import { call, DemoError, type DemoSession, logIn } from "#demo/client.ts";
import { DEMO_PASSWORD, type Person } from "#demo/people.ts";

interface Mail {
  readonly to: string | readonly string[];
  readonly links: readonly string[];
}

const MAX_MAIL_MS = 60_000;

/** The username of an interrupted sign-up becomes available after two minutes. */
const MAX_INTERRUPTED_MS = 150_000;
const INTERRUPTED_PAUSE_MS = 10_000;

const hasStatus = (error: unknown, status: number) => error instanceof DemoError && error.status === status;

/**
 * Creates and verifies the account, or continues where an earlier run stopped, and logs in.
 * `isNew` is true if this run created the account, which then has no works yet.
 */
export async function signUp(
  origin: string,
  person: Person,
  onWait: (line: string) => void,
): Promise<DemoSession & { readonly isNew: boolean }> {
  const { userUsername } = person;
  let isNew = await register(origin, person);
  const deadline = Date.now() + MAX_INTERRUPTED_MS;
  while (true) {
    try {
      return { ...(await logIn(origin, userUsername)), isNew };
    } catch (error) {
      if (hasStatus(error, 403)) await verifyAgain(origin, person);
      else if (isNew || !hasStatus(error, 401) || Date.now() > deadline) throw error;
      else {
        onWait(`The sign-up of ${userUsername} was interrupted; the username becomes available within two minutes`);
        await sleep(INTERRUPTED_PAUSE_MS);
        isNew = await register(origin, person);
      }
    }
  }
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

/** Opens the link of an earlier run, or a new one if that has expired. */
async function verifyAgain(origin: string, person: Person) {
  const oldLink = await newestLink(origin, person);
  if (oldLink && (await openLink(origin, person, oldLink))) return;
  await call(origin, {
    step: `send ${person.userUsername} a new link`,
    method: "POST",
    path: "/auth/resend_token",
    body: { userEmail: person.userEmail },
  });
  await verify(origin, person, oldLink);
}

async function newestLink(origin: string, { userEmail }: Person): Promise<string | undefined> {
  const mails = await call<Mail[]>(origin, { step: "read the mailbox", method: "GET", path: "/__local/mail" });
  return mails
    .filter(({ to }) => [to].flat().some((address) => address.toLowerCase().includes(userEmail)))
    .flatMap(({ links }) => links)
    .find((link) => link.includes("/verify_token/"));
}

/** Opens the newest verification link other than `used`; fails when none arrives within a minute. */
async function verify(origin: string, person: Person, used?: string) {
  const step = `verify ${person.userUsername}`;
  const deadline = Date.now() + MAX_MAIL_MS;
  while (Date.now() < deadline) {
    const link = await newestLink(origin, person);
    if (link !== undefined && link !== used) {
      if (await openLink(origin, person, link)) return;
      throw new DemoError(step, "the newest link has expired", 410);
    }
    await sleep(120);
  }
  throw new DemoError(step, "no mail with a link arrived within a minute");
}

/** Returns false when the link was used or has expired. */
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

/** Sets bio and country, if the stage has that route. */
export async function completeProfile(
  session: DemoSession,
  { userName, userUsername, userDescription, userCountry }: Person,
): Promise<void> {
  await session
    .call({
      step: `describe ${userUsername}`,
      method: "PATCH",
      path: `/api/users/${session.userId}`,
      body: { userName, userDescription, userCountry },
    })
    .catch((error: unknown) => {
      if (!hasStatus(error, 404) && !hasStatus(error, 405)) throw error;
    });
}
