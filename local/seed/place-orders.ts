import { takenAt } from "#local/seed/calendar.ts";
import { type DemoData, SeedError, type SeedSession } from "#local/seed/client.ts";
import { FREE_ORDERS, PAID_ORDERS, type SeedOrder } from "#local/seed/orders.ts";
import { runConcurrently } from "#local/seed/run-concurrently.ts";

type ArtworkPage = { version: { versionId: string }; licenses: { licenseType: string }[] };

/** An order with the session and ids that its API calls need. */
export type OrderRequest = {
  userUsername: string;
  session: SeedSession;
  title: string;
  /** When it is placed. */
  at: Date;
  /** The body of the order or intent. */
  form: { artworkId: string; versionId: string; licenseType: string; licenseUsage: string; licenseCompany?: string };
};

type Place = (order: OrderRequest) => Promise<unknown>;

/** Orders of a list, each at its share of the time since the work was published. */
const datedOrders = (orders: readonly SeedOrder[], place: Place) =>
  orders.map((order, index) => ({ ...order, place, at: takenAt(order.title, (index + 1) / (orders.length + 1)) }));

/**
 * Places the orders, the oldest first because ids rise with time, each followed by its review; skips licences that the
 * user already has, and those that cost something where `pay` is absent.
 */
export async function placeOrders({ sessions, artworkIds, signal }: DemoData, pay: Place | undefined): Promise<void> {
  const orders = [...datedOrders(FREE_ORDERS, placeFreeOrder), ...(pay ? datedOrders(PAID_ORDERS, pay) : [])];
  await runConcurrently(
    orders.sort((a, b) => a.at.getTime() - b.at.getTime()),
    async ({ userUsername, title, company, rating, place, at }) => {
      const [session, artworkId] = [sessions.get(userUsername), artworkIds.get(title)];
      if (!session || !artworkId) return;
      await ignoreConflict(async () => {
        const form = await selectLicense(session, artworkId, title, company);
        return place({ userUsername, session, title, at, form });
      });
      if (rating) await ignoreConflict(() => postReview(session, artworkId, title, rating));
    },
    signal,
  );
}

/** The API answers 409 to what an earlier run of the seed created. */
async function ignoreConflict(request: () => Promise<unknown>) {
  await request().catch((error: unknown) => {
    if (!(error instanceof SeedError) || error.status !== 409) throw error;
  });
}

/** A person takes the first licence offered; a company takes the last, which is the commercial one where there are two. */
async function selectLicense(
  session: SeedSession,
  artworkId: string,
  title: string,
  company?: string,
): Promise<OrderRequest["form"]> {
  const step = `read the licences of “${title}”`;
  const page = await session.call<ArtworkPage>({ step, method: "GET", path: `/api/artwork/${artworkId}` });
  const license = page.licenses.at(company ? -1 : 0);
  if (!license) throw new SeedError(step, "none is offered");
  const holder = company ? { licenseUsage: "business", licenseCompany: company } : { licenseUsage: "personal" };
  return { artworkId, versionId: page.version.versionId, licenseType: license.licenseType, ...holder };
}

const placeFreeOrder = ({ session, title, at, form }: OrderRequest) =>
  session.call({ step: `take a free licence to “${title}”`, method: "POST", path: "/api/orders", at, body: form });

const postReview = (session: SeedSession, artworkId: string, title: string, reviewRating: number) =>
  session.call({
    step: `review “${title}”`,
    method: "POST",
    path: `/api/artwork/${artworkId}/reviews`,
    body: { reviewRating },
  });
