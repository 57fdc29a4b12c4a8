import { type DemoData, DemoError, type DemoSession, request, toDemoError } from "#demo/client.ts";
import type { Person } from "#demo/people.ts";
import { runConcurrently } from "#demo/run-concurrently.ts";

const STEPS = ["business", "person", "bank", "identity"];

/** Completes the payment provider's onboarding form for each seller; skips those who are onboarded already. */
export async function onboardSellers(people: readonly Person[], { sessions, signal }: DemoData): Promise<void> {
  await runConcurrently(
    people,
    async ({ userUsername, userCountry }) => {
      const session = sessions.get(userUsername);
      if (session) await onboardSeller(session, userUsername, userCountry);
    },
    signal,
  );
}

async function onboardSeller(session: DemoSession, userUsername: string, userBusinessAddress: string) {
  const step = `onboard ${userUsername}`;
  const form = await startOnboarding(session, step, userBusinessAddress);
  if (!form) return;
  await submitForm(step, form);
  const remaining = await startOnboarding(session, step, userBusinessAddress);
  if (remaining) throw new DemoError(step, "the payment provider still requires information");
}

/** The URL of the provider's form; `undefined` if the seller is onboarded already, which the call makes the API store. */
async function startOnboarding(session: DemoSession, step: string, userBusinessAddress: string) {
  const path = `/api/users/${session.userId}/onboarding`;
  try {
    const body = { userBusinessAddress };
    const { redirect } = await session.call<{ redirect: string }>({ step, method: "POST", path, body });
    return redirect;
  } catch (error) {
    if (error instanceof DemoError && error.status === 409) return undefined;
    throw error;
  }
}

/** The stand-in accepts the form only after its page was requested. */
async function submitForm(step: string, url: string) {
  const page = await request(step, url);
  if (!page.ok) throw await toDemoError(step, page);
  await page.body?.cancel();
  const form = new URLSearchParams(STEPS.map((step) => ["given", step]));
  const sent = await request(step, url, () => ({ method: "POST", body: form, redirect: "manual" }));
  if (sent.status !== 303) throw await toDemoError(step, sent);
}
