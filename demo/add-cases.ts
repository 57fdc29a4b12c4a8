import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { call, type DemoData, request } from "#demo/client.ts";
import { toForm, upload, waitUntilReady } from "#demo/publish.ts";
import { getPicturePath, WORKS } from "#demo/works.ts";

const COPIED = "Lilac Hour";
const COPY = "Evening in Lilac";
const COPIER = "callum.mactavish";

const TICKET = {
  ticketTitle: "My invoice shows the old address",
  ticketBody:
    "We moved last month. I changed the billing address in my settings, but the invoice of my last order still has the old one. Can I get a corrected one?",
};

const NOTICE = {
  reason:
    "The boats are traced from a photograph of mine that was in the Tidelands calendar of 2023. I didn't agree to that.",
  email: "m.ferreira@harbour.example",
};

const MESSAGE =
  "Lovely piece! I'd rather not pay through the site. Send me your bank details and the full file, and I'll transfer twice the price today.";

/** Publishes a mirrored part of another artist's work. */
async function publishCopy({ sessions, artworkIds }: DemoData) {
  const work = WORKS.find(({ title }) => title === COPIED);
  const session = sessions.get(COPIER);
  if (!work || !session || artworkIds.has(COPY)) return;
  const picture = sharp(await readFile(getPicturePath(work))).flop();
  const image = await picture.jpeg({ quality: 80 }).toBuffer();
  const mediaId = await upload(session, "/api/artwork/media", COPY, image);
  await waitUntilReady(session, mediaId, COPY);
  const body = { ...toForm({ ...work, title: COPY, artist: COPIER, terms: "personal" }, false), mediaId };
  await session.call({ step: `publish “${COPY}”`, method: "POST", path: "/api/artwork", body, idempotencyKey: COPY });
}

/** Buttons of the provider's page of payments, and whose payments they are pressed for. */
const PAYMENT_CASES = [
  ["dispute", "leila.haddad Rose Window, South Transept"],
  ["warn", "jiwon_park Fairground at Noon"],
  ["fail", "jiwon_park Fairground at Noon"],
] as const;

/** Lets a bank dispute a payment, another one warn of fraud, and a third one refuse a payout; without payments nothing happens. */
async function addPaymentCases({ origin, payments }: DemoData) {
  for (const [action, key] of PAYMENT_CASES) {
    const payment = payments.get(key);
    if (!payment) continue;
    const step = `${action} a payment`;
    const page = await request(step, new URL("/__local/payments", origin), () => ({ redirect: "manual" }));
    const address = new URL(page.headers.get("location") ?? "", origin);
    await request(step, address, () => ({
      method: "POST",
      headers: { origin: address.origin },
      body: new URLSearchParams({ action: `${action} ${payment}` }),
      redirect: "manual",
    }));
  }
}

/**
 * Leaves the operators' queue with a report, a reported conversation, a question, a picture that looks like another, a disputed
 * payment, a fraud warning and a failed payout.
 */
export async function addCases(demo: DemoData): Promise<void> {
  const { origin, sessions, artworkIds } = demo;
  const [artist, buyer, writer] = ["demo.artist", "demo.buyer", COPIER].map((name) => sessions.get(name));
  const [reported, wanted] = ["Harbour Rush", COPIED].map((title) => artworkIds.get(title));
  if (!artist || !buyer || !writer || !reported || !wanted) return;
  const post = { method: "POST" } as const;
  await call(origin, {
    ...post,
    step: "report an artwork",
    path: "/api/notices",
    body: { ...NOTICE, link: `/artwork/${reported}` },
  });
  await buyer.call({ ...post, step: "ask the operators", path: "/api/tickets", body: TICKET });
  const { threadId } = await writer.call<{ threadId: string }>({
    ...post,
    step: "write to an artist",
    path: "/api/threads",
    body: { subject: "artwork", subjectId: wanted, messageContent: MESSAGE },
    idempotencyKey: MESSAGE.slice(0, 20),
  });
  await artist.call({
    ...post,
    step: "report a conversation",
    path: `/api/threads/${threadId}/notices`,
    body: { reason: "He wants me to sell outside the site." },
  });
  await publishCopy(demo);
  await addPaymentCases(demo);
}
