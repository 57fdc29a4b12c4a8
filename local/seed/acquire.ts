import { SeedError, type Session } from "#local/seed/client.ts";
import type { Demo } from "#local/seed/demo.ts";
import { inParallel } from "#local/seed/in-parallel.ts";
import type { Wish } from "#local/seed/wishes.ts";

type Shown = { version: { versionId: string }; licenses: { licenseType: string }[] };

/** A wish with all that its call needs. */
export type Choice = {
  userUsername: string;
  session: Session;
  title: string;
  /** What the form of a licence says. */
  form: { artworkId: string; versionId: string; licenseType: string; licenseUsage: string; licenseCompany?: string };
};

/** Fulfils wishes by `take` and writes the reviews; who has a licence already takes no other. */
export async function acquire(
  { sessions, artworkIds }: Demo,
  wishes: readonly Wish[],
  take: (choice: Choice) => Promise<unknown>,
): Promise<void> {
  await inParallel(wishes, async ({ userUsername, title, company, rating }) => {
    const [session, artworkId] = [sessions.get(userUsername), artworkIds.get(title)];
    if (!session || !artworkId) return;
    await unlessDone(async () =>
      take({ userUsername, session, title, form: await choose(session, artworkId, title, company) }),
    );
    if (rating) await unlessDone(() => review(session, artworkId, title, rating));
  });
}

/** What is there already is refused as a conflict. */
async function unlessDone(work: () => Promise<unknown>) {
  await work().catch((error: unknown) => {
    if (!(error instanceof SeedError) || error.status !== 409) throw error;
  });
}

/** A person takes the first licence offered, a company the last, which is the commercial one where there are two. */
async function choose(session: Session, artworkId: string, title: string, company?: string): Promise<Choice["form"]> {
  const step = `read the licences of “${title}”`;
  const { version, licenses } = await session.call<Shown>({ step, method: "GET", path: `/api/artwork/${artworkId}` });
  const license = licenses.at(company ? -1 : 0);
  if (!license) throw new SeedError(step, "none is offered");
  const holder = company ? { licenseUsage: "business", licenseCompany: company } : { licenseUsage: "personal" };
  return { artworkId, versionId: version.versionId, licenseType: license.licenseType, ...holder };
}

/** Takes what costs nothing. */
export const takeFree = ({ session, title, form }: Choice) =>
  session.call({ step: `take a free licence to “${title}”`, method: "POST", path: "/api/orders", body: form });

const review = (session: Session, artworkId: string, title: string, reviewRating: number) =>
  session.call({
    step: `review “${title}”`,
    method: "POST",
    path: `/api/artwork/${artworkId}/reviews`,
    body: { reviewRating },
  });
