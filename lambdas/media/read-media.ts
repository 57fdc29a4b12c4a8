import { readMedia } from "#shared/contract/media.ts";
import { MediaId } from "#shared/model/ids.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findMedia } from "./find-media.ts";
import { previewsOf } from "./preview-paths.ts";
import type { MediaServices } from "./services.ts";

export const readMediaHandler = handle(readMedia, async ({ params, actor }, { table }: MediaServices) => {
  const media = await findMedia(table, params.mediaId);
  // Someone else's upload answers as an unknown one does, so that ids tell nothing.
  if (!media || media.ownerId !== actor.userId) return fail("media_not_found");
  const { status, reason, previewKey, placeholder, width, height } = media;
  const ready = status === "ready" && width !== undefined && height !== undefined;
  return {
    mediaId: MediaId.parse(media.mediaId),
    status,
    reason: reason ?? null,
    previews: ready ? previewsOf(previewKey, width, height) : [],
    placeholder: placeholder ?? null,
    width: width ?? null,
    height: height ?? null,
  };
});
