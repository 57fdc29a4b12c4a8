import type { Media } from "../../areas/media/find-media.ts";
import type { PictureSource } from "../../areas/media/picture-rights.ts";
import type { PictureLook } from "../../areas/media/stored-look.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { cleanOriginal } from "./clean-original.ts";
import { deriveAvatar } from "./derive-avatar.ts";
import { derivePreviews } from "./derive-previews.ts";
import { type Announcement, computeSha256, inspectPicture, UndecodablePicture } from "./inspect-picture.ts";
import { finishProcessing, type MediaFunctionServices } from "./media-state.ts";

type Announced = Announcement & Pick<Media, "previewKey">;

type Verified = Exclude<Awaited<ReturnType<typeof verifyUpload>>, string>;

/** Validates a file and makes its previews; if it is unusable, returns the reason for its owner. */
export async function verifyUpload(
  file: Buffer,
  announced: Announced,
  source: PictureSource,
  { features, log }: BaseServices,
) {
  const picture = await inspectPicture(file, announced, features);
  if (typeof picture === "string") return picture;
  const isAvatar = announced.kind === "avatar";
  const derive = isAvatar ? deriveAvatar(picture) : derivePreviews(picture, announced.previewKey, source);
  const derived = await derive.catch((error: unknown) => {
    if (!(error instanceof UndecodablePicture)) throw error;
    log.info("An upload could not be decoded", { mediaId: announced.mediaId, error });
    return error.message;
  });
  if (typeof derived === "string") return derived;
  // Of an avatar only its squares are needed again.
  const original = isAvatar ? picture.file : cleanOriginal(picture);
  const { mime, width, height, credits, proposals } = picture;
  const { derivatives, placeholder } = derived;
  const facts = {
    mime,
    width,
    height,
    placeholder,
    look: getLook(derived),
    bytes: original.length,
    sha256: computeSha256(original),
    ...(picture.isTrimmed && !isAvatar ? { trimmed: true } : {}),
    ...(isAvatar || !Object.values(credits).some(Boolean) ? {} : { credits }),
    ...(isAvatar || !proposals ? {} : { proposals }),
  };
  return { derivatives, original, facts };
}

/** Avatars have no visual properties. */
const getLook = (derived: { readonly placeholder: string; readonly look?: PictureLook }) => derived.look;

/** Stores the verified files under the keys fixed by the announcement; safe to repeat. */
export async function storeVerified(services: MediaFunctionServices, media: Media, verified: Verified) {
  const { derivatives, original, facts } = verified;
  await services.previews.put(media.previewKey, derivatives);
  if (media.kind !== "avatar") await services.uploads.store(media.originalKey, original, facts.mime);
  await finishProcessing(services, media, { status: "ready", ...facts });
}
