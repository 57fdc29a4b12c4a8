import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { refusal, request, SeedError, type Session } from "#local/seed/client.ts";
import type { Price } from "#local/seed/prices.ts";
import type { Work } from "#local/seed/work.ts";

type Ticket = { mediaId: string; upload: { url: string; fields: Record<string, string> } };
type MediaState = { status: string; reason?: string | null };
type Page = { items: { artworkId: string; artworkTitle: string }[]; cursor: string | null; hasMore: boolean };

const PICTURE_PATIENCE_MS = 120_000;
const LONGEST_PAUSE_MS = 800;

/** Ids of everything the person has published so far, by title. */
export async function publishedWorks(session: Session, userUsername: string): Promise<Map<string, string>> {
  const works = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page: Page = await session.call<Page>({
      step: `list the artwork of ${userUsername}`,
      method: "GET",
      path: `/api/users/${session.userId}/my_artwork?limit=50${cursor ? `&cursor=${cursor}` : ""}`,
    });
    for (const { artworkTitle, artworkId } of page.items) works.set(artworkTitle, artworkId);
    cursor = page.hasMore ? page.cursor : null;
  } while (cursor);
  return works;
}

/** Uploads the JPEG; answers the id under which it is being verified. */
export async function upload(session: Session, { title }: Work, picture: Buffer): Promise<string> {
  const { upload: ticket, mediaId } = await session.call<Ticket>({
    step: `announce the picture of “${title}”`,
    method: "POST",
    path: "/api/artwork/media",
    body: {
      mime: "image/jpeg",
      bytes: picture.length,
      sha256: createHash("sha256").update(picture).digest("hex"),
    },
  });
  await send(ticket, title, picture);
  return mediaId;
}

/** Publishes an artwork whose picture is ready, for sale where it has a price; answers its id. */
export async function publish(session: Session, work: Work, mediaId: string, price?: Price): Promise<string> {
  const { artworkId } = await session.call<{ artworkId: string }>({
    step: `publish “${work.title}”`,
    method: "POST",
    path: "/api/artwork",
    body: { ...formOf(work, price), mediaId },
  });
  return artworkId;
}

/** The artwork form's answers; what other answers make meaningless is left out. */
export function formOf({ title, description, offer }: Work, price?: Price) {
  const texts = { artworkTitle: title, artworkDescription: description, artworkVisibility: "visible" };
  if (price) return { ...texts, artworkAvailability: "available", artworkType: "commercial", ...termsOf(price) };
  if (offer === "shown") return { ...texts, artworkAvailability: "unavailable" };
  return {
    ...texts,
    artworkAvailability: "available",
    artworkType: "free",
    artworkLicense: offer,
    ...(offer === "commercial" ? { artworkUse: "included" } : {}),
  };
}

const termsOf = ({ personal, commercial }: Price) =>
  commercial === undefined
    ? { artworkLicense: "personal", artworkPersonal: personal }
    : {
        artworkLicense: "commercial",
        artworkUse: "separate",
        artworkPersonal: personal,
        artworkCommercial: commercial,
      };

async function send({ url, fields }: Ticket["upload"], title: string, picture: Buffer) {
  const step = `upload the picture of “${title}”`;
  const response = await request(step, url, () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "picture.jpg");
    return { method: "POST", body: form };
  });
  if (!response.ok) throw await refusal(step, response);
  await response.body?.cancel();
}

/** Waits until an upload is verified and its previews are made. */
export async function untilReady(session: Session, mediaId: string, { title }: Work): Promise<void> {
  const step = `prepare the picture of “${title}”`;
  const deadline = Date.now() + PICTURE_PATIENCE_MS;
  for (let pause = 250; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    const { status, reason } = await session.call<MediaState>({
      step,
      method: "GET",
      path: `/api/artwork/media/${mediaId}`,
    });
    if (status === "ready") return;
    if (status === "failed") throw new SeedError(step, reason ?? "the service gave no reason");
    if (Date.now() > deadline) throw new SeedError(step, `it was still ${status} after two minutes`);
    await sleep(pause);
  }
}
