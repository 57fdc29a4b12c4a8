import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { refusal, request, SeedError, type Session } from "#local/seed/client.ts";
import type { Work } from "#local/seed/work.ts";

type Ticket = { mediaId: string; upload: { url: string; fields: Record<string, string> } };
type MediaState = { status: string; reason?: string | null };
type Page = { items: { artworkId: string; artworkTitle: string }[]; cursor: string | null; hasMore: boolean };

const PICTURE_PATIENCE_MS = 120_000;

/** The titles of everything the person has published so far. */
export async function publishedTitles(session: Session, userUsername: string): Promise<Set<string>> {
  const titles = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Page = await session.call<Page>({
      step: `list the artwork of ${userUsername}`,
      method: "GET",
      path: `/api/users/${session.userId}/my_artwork?limit=50${cursor ? `&cursor=${cursor}` : ""}`,
    });
    for (const { artworkTitle } of page.items) titles.add(artworkTitle);
    cursor = page.hasMore ? page.cursor : null;
  } while (cursor);
  return titles;
}

/** Uploads the JPEG, waits until it is verified and its previews are made, and publishes the artwork. */
export async function publish(session: Session, work: Work, picture: Buffer): Promise<void> {
  const { upload, mediaId } = await session.call<Ticket>({
    step: `announce the picture of “${work.title}”`,
    method: "POST",
    path: "/api/artwork/media",
    body: {
      mime: "image/jpeg",
      bytes: picture.length,
      sha256: createHash("sha256").update(picture).digest("hex"),
    },
  });
  await send(upload, work.title, picture);
  await untilReady(session, mediaId, work.title);
  await session.call({
    step: `publish “${work.title}”`,
    method: "POST",
    path: "/api/artwork",
    body: { ...formOf(work), mediaId },
  });
}

/** The artwork form's answers; what other answers make meaningless is left out. */
export function formOf({ title, description, offer }: Work) {
  const texts = { artworkTitle: title, artworkDescription: description, artworkVisibility: "visible" };
  if (offer === "shown") return { ...texts, artworkAvailability: "unavailable" };
  return {
    ...texts,
    artworkAvailability: "available",
    artworkType: "free",
    artworkLicense: offer,
    ...(offer === "commercial" ? { artworkUse: "included" } : {}),
  };
}

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

async function untilReady(session: Session, mediaId: string, title: string) {
  const step = `prepare the picture of “${title}”`;
  const deadline = Date.now() + PICTURE_PATIENCE_MS;
  let pause = 150;
  while (true) {
    const { status, reason } = await session.call<MediaState>({
      step,
      method: "GET",
      path: `/api/artwork/media/${mediaId}`,
    });
    if (status === "ready") return;
    if (status === "failed") throw new SeedError(step, reason ?? "the service gave no reason");
    if (Date.now() > deadline) throw new SeedError(step, `it was still ${status} after two minutes`);
    await sleep(pause);
    pause = Math.min(800, pause * 1.3);
  }
}
