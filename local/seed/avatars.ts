import sharp from "sharp";
import type { PictureRenderer } from "#local/seed/art/picture-renderer.ts";
import type { CatalogueEntry } from "#local/seed/catalogue.ts";
import type { DemoData, SeedSession } from "#local/seed/client.ts";
import type { DemoArtwork } from "#local/seed/demo-artwork.ts";
import { upload, useUpload, waitUntilReady } from "#local/seed/publish.ts";
import { runConcurrently } from "#local/seed/run-concurrently.ts";

/** As large as the site's own cropper makes it. */
const SIDE = 400;

/** Gives every artist without an avatar the middle of the first picture in the catalogue that is theirs. */
export async function addAvatars(
  catalogue: readonly CatalogueEntry[],
  renderer: Pick<PictureRenderer, "picture">,
  { sessions, signal }: DemoData,
): Promise<void> {
  const firsts = new Map(catalogue.toReversed().map((entry) => [entry.userUsername, entry.artwork]));
  const uploaded: { step: string; session: SeedSession; artwork: DemoArtwork; mediaId: string }[] = [];
  await runConcurrently(
    [...firsts],
    async ([userUsername, artwork]) => {
      const session = sessions.get(userUsername);
      if (!session) return;
      const step = `give ${userUsername} an avatar`;
      const profile = await session.call<{ avatar: string | null }>({
        step,
        method: "GET",
        path: `/api/users/${userUsername}`,
      });
      if (profile.avatar) return;
      const square = await sharp(await renderer.picture(artwork))
        .resize(SIDE, SIDE)
        .jpeg()
        .toBuffer();
      const mediaId = await upload(session, artwork, square, "/api/profile_image_upload");
      uploaded.push({ step, session, artwork, mediaId });
    },
    signal,
  );
  const last = uploaded.at(-1);
  if (last) await waitUntilReady(last.session, last.mediaId, last.artwork);
  await runConcurrently(
    uploaded,
    async ({ step, session, artwork, mediaId }) => {
      const path = `/api/users/${session.userId}`;
      await useUpload(session, mediaId, artwork, () =>
        session.call({ step, method: "PATCH", path, body: { userMedia: mediaId } }),
      );
    },
    signal,
  );
}
