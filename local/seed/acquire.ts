import { SeedError, type Session } from "#local/seed/client.ts";
import type { Demo } from "#local/seed/demo.ts";
import { inParallel } from "#local/seed/in-parallel.ts";
import { WISHES } from "#local/seed/wishes.ts";

type Shown = { version: { versionId: string }; licenses: { licenseType: string; licensePrice: number }[] };

/** Lets people take free licences to each other's artwork and review it; who has one already takes no other. */
export async function acquire({ sessions, artworkIds }: Demo): Promise<void> {
  await inParallel(WISHES, async ({ userUsername, title, company, rating }) => {
    const [session, artworkId] = [sessions.get(userUsername), artworkIds.get(title)];
    if (!session || !artworkId) return;
    await unlessDone(() => take(session, artworkId, title, company));
    if (rating) await unlessDone(() => review(session, artworkId, title, rating));
  });
}

/** What is there already is refused as a conflict. */
async function unlessDone(work: () => Promise<unknown>) {
  await work().catch((error: unknown) => {
    if (!(error instanceof SeedError) || error.status !== 409) throw error;
  });
}

async function take(session: Session, artworkId: string, title: string, company: string | undefined) {
  const { version, licenses } = await session.call<Shown>({
    step: `read the licences of “${title}”`,
    method: "GET",
    path: `/api/artwork/${artworkId}`,
  });
  const step = `take a free licence to “${title}”`;
  const free = licenses.find(({ licensePrice }) => licensePrice === 0);
  if (!free) throw new SeedError(step, "none is offered");
  const holder = company ? { licenseUsage: "business", licenseCompany: company } : { licenseUsage: "personal" };
  await session.call({
    step,
    method: "POST",
    path: "/api/orders",
    body: { artworkId, versionId: version.versionId, licenseType: free.licenseType, ...holder },
  });
}

const review = (session: Session, artworkId: string, title: string, reviewRating: number) =>
  session.call({
    step: `review “${title}”`,
    method: "POST",
    path: `/api/artwork/${artworkId}/reviews`,
    body: { reviewRating },
  });
