import type { DemoData } from "#demo/client.ts";

const TITLE = "Lilac Hour";
const QUESTION = "Could we have it for the cover of our autumn issue, and nobody else's?";
const TERMS = "Cover and contents page of one issue, print and digital, 8,000 copies, for one year.";

/** Leaves an open offer from the demo's artist to its buyer, unless an earlier run made one. */
export async function addOffer({ sessions, artworkIds }: DemoData): Promise<void> {
  const [artist, buyer] = ["demo.artist", "demo.buyer"].map((name) => sessions.get(name));
  const artworkId = artworkIds.get(TITLE);
  if (!artist || !buyer || !artworkId) return;
  const listed = await buyer.call<{ items: { subject: { id: string } }[] }>({
    step: "list the buyer's conversations",
    method: "GET",
    path: "/api/threads",
  });
  if (listed.items.some(({ subject }) => subject.id === artworkId)) return;
  const { threadId } = await buyer.call<{ threadId: string }>({
    step: "ask for an offer",
    method: "POST",
    path: "/api/threads",
    body: { subject: "artwork", subjectId: artworkId, messageContent: QUESTION },
    idempotencyKey: `ask ${TITLE}`,
  });
  const item = { artworkId, licenseUsage: "personal", licenseType: "commercial", offerPrice: 480 };
  await artist.call({
    step: "make an offer",
    method: "POST",
    path: `/api/threads/${threadId}/offers`,
    body: { offerItems: [item], offerTerms: TERMS, offerDays: 30 },
    idempotencyKey: `offer ${TITLE}`,
  });
}
