import { setTimeout as sleep } from "node:timers/promises";
import { call, logIn, SeedError, type Session } from "#local/seed/client.ts";
import { DEMO_PASSWORD, type Person } from "#local/seed/people.ts";

type Mail = { to: string | string[]; links: string[] };

/**
 * Makes the account and opens the link of its mail, or picks up where an earlier seed left off;
 * answers the session of whoever joined.
 */
export async function join(origin: string, person: Person): Promise<Session> {
  const { userName, userUsername, userEmail } = person;
  try {
    await call(origin, {
      step: `sign up ${userUsername}`,
      method: "POST",
      path: "/auth/signup",
      body: { userName, userUsername, userEmail, userPassword: DEMO_PASSWORD, userConfirm: DEMO_PASSWORD },
    });
    await verify(origin, person);
  } catch (error) {
    if (!(error instanceof SeedError) || error.status !== 409) throw error;
  }
  try {
    return await logIn(origin, userUsername);
  } catch (error) {
    if (!(error instanceof SeedError) || error.status !== 403) throw error;
  }
  const stale = await newestLink(origin, userEmail);
  await call(origin, {
    step: `send ${userUsername} a new link`,
    method: "POST",
    path: "/auth/resend_token",
    body: { userEmail },
  });
  await verify(origin, person, stale);
  return logIn(origin, userUsername);
}

async function newestLink(origin: string, userEmail: string): Promise<string | undefined> {
  const mails = await call<Mail[]>(origin, { step: "read the mailbox", method: "GET", path: "/__local/mail" });
  return mails
    .filter(({ to }) => [to].flat().some((address) => address.toLowerCase().includes(userEmail)))
    .flatMap(({ links }) => links)
    .find((link) => link.includes("/verify_token/"));
}

/** Opens the newest link sent to the person, other than a `stale` one; a mail may take 10 seconds to arrive. */
async function verify(origin: string, { userUsername, userEmail }: Person, stale?: string) {
  const step = `verify ${userUsername}`;
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const link = await newestLink(origin, userEmail);
    if (link !== undefined && link !== stale) {
      const tokenId = new URL(link, origin).pathname.split("/verify_token/")[1] ?? "";
      await call(origin, { step, method: "GET", path: `/auth/verify_token/${tokenId}` });
      return;
    }
    await sleep(120);
  }
  throw new SeedError(step, "no mail with a link arrived within 10 seconds");
}

/** Fills in bio and country. Answers false where the stage has no such call yet. */
export async function introduce(session: Session, { userName, userUsername, userDescription, userCountry }: Person) {
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
