import { refusal, request, SeedError, type Session } from "#local/seed/client.ts";
import { inParallel } from "#local/seed/in-parallel.ts";
import type { Person } from "#local/seed/people.ts";

const STEPS = ["business", "person", "bank", "identity"];

/** Takes people through the payment provider's form, as the laptop's stand-in has it; who was there before is left alone. */
export async function openShops(people: readonly Person[], sessions: ReadonlyMap<string, Session>): Promise<void> {
  await inParallel(people, async ({ userUsername, userCountry }) => {
    const session = sessions.get(userUsername);
    if (session) await openShop(session, userUsername, userCountry);
  });
}

async function openShop(session: Session, userUsername: string, userBusinessAddress: string) {
  const path = `/api/users/${session.userId}/onboarding`;
  const step = `open the shop of ${userUsername}`;
  try {
    const body = { userBusinessAddress };
    const { redirect } = await session.call<{ redirect: string }>({ step, method: "POST", path, body });
    await fillIn(step, redirect);
  } catch (error) {
    if (!(error instanceof SeedError) || error.status !== 409) throw error;
  }
  const { onboarded } = await session.call<{ onboarded: boolean }>({ step, method: "GET", path });
  if (!onboarded) throw new SeedError(step, "the payment provider still asks for something");
}

/** A form works for whoever has looked at it. */
async function fillIn(step: string, url: string) {
  const page = await request(step, url);
  if (!page.ok) throw await refusal(step, page);
  await page.body?.cancel();
  const form = new URLSearchParams(STEPS.map((given) => ["given", given]));
  const sent = await request(step, url, () => ({ method: "POST", body: form, redirect: "manual" }));
  if (sent.status !== 303) throw await refusal(step, sent);
}
