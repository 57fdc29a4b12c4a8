import { readMedia } from "#shared/contract/media.ts";
import { MESSAGES } from "#shared/messages.ts";
import { MediaId } from "#shared/model/ids.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findMedia, type Media } from "./find-media.ts";
import { avatarPreviewsOf, previewsOf } from "./preview-paths.ts";
import type { MediaServices } from "./services.ts";

export const readMediaHandler = handle(readMedia, async ({ params, actor }, { table }: MediaServices) => {
  const media = await findMedia(table, params.mediaId);
  // Someone else's upload answers as an unknown one does, so that ids tell nothing.
  if (!media || media.ownerId !== actor.userId) return fail("media_not_found");
  const { status, reason, placeholder, width, height } = media;
  return {
    mediaId: MediaId.parse(media.mediaId),
    status,
    reason: reason ?? null,
    notice: media.trimmed ? MESSAGES.mediaTrimmed : null,
    previews: previewsFor(media),
    placeholder: placeholder ?? null,
    width: width ?? null,
    height: height ?? null,
  };
});

function previewsFor({ kind, status, previewKey, watermarkedKey, plainWithdrawn, width, height }: Media) {
  if (status !== "ready" || width === undefined || height === undefined) return [];
  return kind === "avatar"
    ? avatarPreviewsOf(previewKey)
    : previewsOf(plainWithdrawn ? watermarkedKey : previewKey, width, height);
}
