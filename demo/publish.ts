import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { publishedAt } from "#demo/calendar.ts";
import { type DemoData, DemoError, type DemoSession, request, toDemoError } from "#demo/client.ts";
import { PEOPLE } from "#demo/people.ts";
import { runConcurrently } from "#demo/run-concurrently.ts";
import { getPicturePath, type Prices, type Work } from "#demo/works.ts";

type PresignedUpload = { mediaId: string; upload: { url: string; fields: Record<string, string> } };
type MediaState = { status: string; reason?: string | null };
type Page = { items: { artworkId: string; artworkTitle: string }[]; cursor: string | null; hasMore: boolean };
interface Upload {
  readonly work: Work;
  readonly session: DemoSession;
  readonly mediaId: string;
}

const MAX_PROCESSING_MS = 120_000;
const MAX_PAUSE_MS = 800;

/** Pixels of an avatar, as the site's own cropper makes it. */
const AVATAR_SIDE = 400;

/** Adds the ids of all artwork that the user has published. */
export async function listPublished(session: DemoSession, artworkIds: Map<string, string>): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: Page = await session.call<Page>({
      step: "list published artwork",
      method: "GET",
      path: `/api/users/${session.userId}/my_artwork?limit=50${cursor ? `&cursor=${cursor}` : ""}`,
    });
    for (const { artworkTitle, artworkId } of page.items) artworkIds.set(artworkTitle, artworkId);
    cursor = page.hasMore ? page.cursor : null;
  } while (cursor);
}

/** Publishes works that aren't there yet at their dates, in their order, for a price where the stage takes payments. */
export async function publishWorks(works: readonly Work[], demo: DemoData, takesPayments: boolean): Promise<void> {
  const missing = works.filter(({ title }) => !demo.artworkIds.has(title));
  const uploads = await uploadAll(missing, demo, "/api/artwork/media", (picture) => picture);
  await runConcurrently(
    uploads.sort((a, b) => works.indexOf(a.work) - works.indexOf(b.work)),
    async ({ work, session, mediaId }) => {
      const published = session.call<{ artworkId: string }>({
        step: `publish “${work.title}”`,
        method: "POST",
        path: "/api/artwork",
        at: publishedAt(work.title),
        body: { ...toForm(work, takesPayments), mediaId },
      });
      try {
        demo.artworkIds.set(work.title, (await published).artworkId);
      } catch (error) {
        // Of a call that was repeated, the first may have published it although its answer was lost.
        if (!(error instanceof DemoError && error.status === 422)) throw error;
        await listPublished(session, demo.artworkIds);
        if (!demo.artworkIds.has(work.title)) throw error;
      }
    },
    demo.signal,
  );
}

/** Gives each artist without an avatar the middle of the first of these works that is theirs. */
export async function addAvatars(works: readonly Work[], demo: DemoData): Promise<void> {
  const first = works.filter(({ artist }, at) => works.findIndex((work) => work.artist === artist) === at);
  const missing: Work[] = [];
  await runConcurrently(
    first,
    async (work) => {
      const profile = { step: `read ${work.artist}`, method: "GET", path: `/api/users/${work.artist}` } as const;
      const user = await demo.sessions.get(work.artist)?.call<{ avatar: string | null }>(profile);
      if (!user?.avatar) missing.push(work);
    },
    demo.signal,
  );
  const uploads = await uploadAll(missing, demo, "/api/profile_image_upload", (picture) =>
    sharp(picture).resize(AVATAR_SIDE, AVATAR_SIDE).jpeg().toBuffer(),
  );
  await runConcurrently(
    uploads,
    async ({ work, session, mediaId: userMedia }) => {
      const path = `/api/users/${session.userId}`;
      await session.call({ step: `give ${work.artist} an avatar`, method: "PATCH", path, body: { userMedia } });
    },
    demo.signal,
  );
}

/** The body of the artwork form, without fields that don't apply. */
export function toForm({ title, description, artist, tags, terms }: Work, takesPayments: boolean) {
  const style = PEOPLE.find(({ userUsername }) => userUsername === artist)?.style;
  const texts = {
    artworkTitle: title,
    artworkDescription: description,
    artworkVisibility: "visible",
    artworkTags: [...(style?.tags ?? []), ...tags],
    artworkMedium: style?.medium,
    // Programs drew all of the demo's pictures.
    artworkSource: "code",
  };
  if (terms === "unavailable") return { ...texts, artworkAvailability: terms };
  const offered = { ...texts, artworkAvailability: "available" };
  if (typeof terms === "object" && takesPayments) return { ...offered, ...priceFields(terms) };
  const free = { ...offered, artworkType: "free" };
  if (terms === "personal" || (typeof terms === "object" && !terms.commercial))
    return { ...free, artworkLicense: "personal" };
  return { ...free, artworkLicense: "commercial", artworkUse: "included" };
}

const priceFields = ({ personal, commercial }: Prices) => ({
  artworkType: "commercial",
  artworkPersonal: personal,
  ...(commercial === undefined
    ? { artworkLicense: "personal" }
    : { artworkLicense: "commercial", artworkUse: "separate", artworkCommercial: commercial }),
});

/**
 * Uploads an image for each work and waits for them in the order in which they are processed, so that each has two minutes
 * from the one before, however many there are and however busy the machine.
 */
async function uploadAll(
  works: readonly Work[],
  { sessions, signal }: DemoData,
  path: string,
  toImage: (picture: Buffer) => Buffer | Promise<Buffer>,
): Promise<Upload[]> {
  const uploads: Upload[] = [];
  await runConcurrently(
    works,
    async (work) => {
      const session = sessions.get(work.artist);
      if (!session) return;
      const image = await toImage(await readFile(getPicturePath(work)));
      uploads.push({ work, session, mediaId: await upload(session, path, work.title, image) });
    },
    signal,
  );
  for (const { session, mediaId, work } of uploads) await waitUntilReady(session, mediaId, work.title);
  return uploads;
}

/** Uploads a JPEG and returns its media id. */
export async function upload(session: DemoSession, path: string, title: string, image: Buffer): Promise<string> {
  const sha256 = createHash("sha256").update(image).digest("hex");
  const step = `upload the picture of “${title}”`;
  const body = { mime: "image/jpeg", bytes: image.length, sha256 };
  const { upload, mediaId } = await session.call<PresignedUpload>({ step, method: "POST", path, body });
  const response = await request(step, upload.url, () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(image)], { type: "image/jpeg" }), "picture.jpg");
    return { method: "POST", body: form };
  });
  if (!response.ok) throw await toDemoError(step, response);
  await response.body?.cancel();
  return mediaId;
}

/** Waits until an upload is verified and its previews are made. */
export async function waitUntilReady(session: DemoSession, mediaId: string, title: string): Promise<void> {
  const step = `prepare the picture of “${title}”`;
  const deadline = Date.now() + MAX_PROCESSING_MS;
  for (let pause = 250; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
    const path = `/api/artwork/media/${mediaId}`;
    const { status, reason } = await session.call<MediaState>({ step, method: "GET", path });
    if (status === "ready") return;
    if (status === "failed") throw new DemoError(step, reason ?? "the service gave no reason");
    if (Date.now() > deadline) throw new DemoError(step, `it was still ${status} after two minutes`);
    await sleep(pause);
  }
}
