import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { request, SeedError, type SeedSession, toSeedError } from "#local/seed/client.ts";
import type { DemoArtwork } from "#local/seed/demo-artwork.ts";
import { labelsOf } from "#local/seed/labels.ts";
import type { Price } from "#local/seed/prices.ts";

type PresignedUpload = { mediaId: string; upload: { url: string; fields: Record<string, string> } };
type MediaState = { status: string; reason?: string | null };
type Page = { items: { artworkId: string; artworkTitle: string }[]; cursor: string | null; hasMore: boolean };

const MAX_PROCESSING_MS = 120_000;
const MAX_PAUSE_MS = 800;

/** Ids of all artwork that the user has published, by title. */
export async function listPublished(session: SeedSession, userUsername: string): Promise<Map<string, string>> {
  const artworkIds = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page: Page = await session.call<Page>({
      step: `list the artwork of ${userUsername}`,
      method: "GET",
      path: `/api/users/${session.userId}/my_artwork?limit=50${cursor ? `&cursor=${cursor}` : ""}`,
    });
    for (const { artworkTitle, artworkId } of page.items) artworkIds.set(artworkTitle, artworkId);
    cursor = page.hasMore ? page.cursor : null;
  } while (cursor);
  return artworkIds;
}

/** Uploads the JPEG, for an artwork or where else the path says, and returns its media id. */
export async function upload(
  session: SeedSession,
  { title }: DemoArtwork,
  picture: Buffer,
  path = "/api/artwork/media",
): Promise<string> {
  const { upload: target, mediaId } = await session.call<PresignedUpload>({
    step: `request the upload of the picture of “${title}”`,
    method: "POST",
    path,
    body: {
      mime: "image/jpeg",
      bytes: picture.length,
      sha256: createHash("sha256").update(picture).digest("hex"),
    },
  });
  await sendFile(target, title, picture);
  return mediaId;
}

/** Publishes an artwork whose media is ready at that date, for sale when it has a price, and returns its id. */
export async function publish(
  session: SeedSession,
  artwork: DemoArtwork,
  mediaId: string,
  { at, price }: { readonly at: Date; readonly price: Price | undefined },
): Promise<string> {
  const { artworkId } = await session.call<{ artworkId: string }>({
    step: `publish “${artwork.title}”`,
    method: "POST",
    path: "/api/artwork",
    at,
    body: { ...formOf(artwork, price), mediaId },
  });
  return artworkId;
}

/** The body of the artwork form, without fields that don't apply. */
export function formOf(artwork: DemoArtwork, price?: Price) {
  const { title, description, offer } = artwork;
  const labels = labelsOf(artwork);
  const texts = { artworkTitle: title, artworkDescription: description, artworkVisibility: "visible", ...labels };
  if (price) return { ...texts, artworkAvailability: "available", artworkType: "commercial", ...priceFields(price) };
  if (offer === "shown") return { ...texts, artworkAvailability: "unavailable" };
  return {
    ...texts,
    artworkAvailability: "available",
    artworkType: "free",
    artworkLicense: offer,
    ...(offer === "commercial" ? { artworkUse: "included" } : {}),
  };
}

const priceFields = ({ personal, commercial }: Price) =>
  commercial === undefined
    ? { artworkLicense: "personal", artworkPersonal: personal }
    : {
        artworkLicense: "commercial",
        artworkUse: "separate",
        artworkPersonal: personal,
        artworkCommercial: commercial,
      };

async function sendFile({ url, fields }: PresignedUpload["upload"], title: string, picture: Buffer) {
  const step = `upload the picture of “${title}”`;
  const response = await request(step, url, () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "picture.jpg");
    return { method: "POST", body: form };
  });
  if (!response.ok) throw await toSeedError(step, response);
  await response.body?.cancel();
}

/**
 * Does what takes a ready upload without asking for its state first; only after a refusal it waits and does it once more.
 */
export async function useUpload<T>(
  session: SeedSession,
  mediaId: string,
  artwork: DemoArtwork,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof SeedError) || error.status !== 422) throw error;
    await waitUntilReady(session, mediaId, artwork);
    return task();
  }
}

/** Waits until an upload is verified and its previews are made. */
export async function waitUntilReady(session: SeedSession, mediaId: string, { title }: DemoArtwork): Promise<void> {
  const step = `prepare the picture of “${title}”`;
  const deadline = Date.now() + MAX_PROCESSING_MS;
  for (let pause = 250; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
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
