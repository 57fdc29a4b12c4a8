import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { Watermark } from "#shared/rules/watermarks.ts";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import { findMedia, type Media } from "../../areas/media/find-media.ts";
import { MediaEntity } from "../../areas/media/media.entity.ts";
import { newFolder } from "../../areas/media/preview-paths.ts";
import { buildWithdrawnAttributes, findMark, getLicensedFolder } from "../../areas/media/preview-sets.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import { derivePreviews, readLook } from "./derive-previews.ts";
import { inspectPicture } from "./inspect-picture.ts";
import { loadPictureSource } from "./load-picture-source.ts";
import type { MediaFunctionServices } from "./media-state.ts";
import type { Mark } from "./watermark.ts";

/** Watermark of paid artwork's previews, or `plain` for free artwork. */
export type ShownPreviews = Watermark | "plain";

/** Requests previews or visual properties of a verified upload; `isWithdrawal` also withdraws the plain previews. */
export type PreviewRequest =
  | { readonly mediaId: string; readonly make: "plain" | "licensed" | "look" }
  | { readonly mediaId: string; readonly make: Watermark; readonly isWithdrawal?: boolean };

/** Safe to repeat: existing previews aren't made again. Throws if the upload isn't verified. */
export async function makePreviews(request: PreviewRequest, services: MediaFunctionServices) {
  const { mediaId } = request;
  const media = await findMedia(services.table, mediaId);
  const isWithdrawal = "isWithdrawal" in request && request.isWithdrawal === true;
  // Deleted meanwhile, so that nothing shows it any more.
  if (!media && (isWithdrawal || request.make === "licensed" || request.make === "look")) return;
  if (media?.status !== "ready") throw new Error(`Upload ${mediaId} isn't verified`);
  if (request.make === "plain") return makePlain(media, services);
  if (request.make === "licensed") return makeLicensed(media, services);
  if (request.make === "look") return refreshLook(media, services);
  await makeMarked(media, request.make, services);
  if (isWithdrawal) await withdrawPlainPreviews(media, services);
}

async function makeLicensed(media: Media, services: MediaFunctionServices) {
  if (media.licensedAt) return;
  const folder = getLicensedFolder(media);
  await services.licensedPreviews.put(folder, await derive(media, folder, services));
  await keepLicensed(media, folder, services);
}

async function keepLicensed({ mediaId }: Media, folder: string, services: MediaFunctionServices) {
  const isCurrent = await conditionHeld(
    services.table.send(
      MediaEntity.build(UpdateItemCommand)
        .item({ mediaId, licensedKey: folder, licensedAt: services.now().toISOString() })
        .options({ condition: { attr: "status", eq: "ready" } }),
    ),
  );
  if (!isCurrent) await services.licensedPreviews.remove(folder);
}

/** Licence holders and the owner see the plain previews, which exist until their artwork costs money. */
async function copyToLicensed(media: Media, services: MediaFunctionServices) {
  if (media.licensedAt || media.plainWithdrawn || !media.licensedKey) return;
  const plain = await services.previews.read(media.previewKey);
  if (plain.length === 0) return;
  await services.licensedPreviews.put(media.licensedKey, plain);
  await keepLicensed(media, media.licensedKey, services);
}

/**
 * Fills a new folder that then replaces the former one: the stream redirects references and deletes the old one. Of
 * concurrent calls the later one wins.
 */
async function makeMarked(media: Media, style: Watermark, services: MediaFunctionServices) {
  await copyToLicensed(media, services);
  if (findMark(media) === style) return;
  const { table, previews } = services;
  const { mediaId } = media;
  const folder = newFolder({ isWide: style === "strong" });
  const reserved = await conditionHeld(
    table.send(
      MediaEntity.build(UpdateItemCommand)
        .item({ mediaId, comingKey: folder })
        .options({ condition: { attr: "status", eq: "ready" } }),
    ),
  );
  if (!reserved) throw new Error(`Upload ${mediaId} isn't there any more`);
  if (media.comingKey) await previews.remove(media.comingKey);
  await previews.put(folder, await derive(media, folder, services, style === "none" ? undefined : style));
  const isCurrent = await conditionHeld(
    table.send(
      MediaEntity.build(UpdateItemCommand)
        .item({
          mediaId,
          watermarkedKey: folder,
          watermarkedAt: services.now().toISOString(),
          markedAs: style,
          comingKey: $remove(),
          licensedKey: getLicensedFolder(media),
        })
        .options({ condition: { attr: "comingKey", eq: folder } }),
    ),
  );
  if (!isCurrent) await previews.remove(folder);
}

/** Fills the folder that the withdrawal named: nothing has shown it, so no edge has cached a failed read of it. */
async function makePlain(media: Media, services: MediaFunctionServices) {
  if (!media.plainWithdrawn) return;
  const { mediaId, previewKey } = media;
  await services.previews.put(previewKey, await derive(media, previewKey, services));
  const isCurrent = await conditionHeld(
    services.table.send(
      MediaEntity.build(UpdateItemCommand)
        .item({ mediaId, plainWithdrawn: $remove() })
        .options({ condition: { attr: "previewKey", eq: previewKey } }),
    ),
  );
  // Withdrawn again or deleted meanwhile: its folder may have been deleted before this was written.
  if (!isCurrent) await services.previews.remove(previewKey);
}

async function withdrawPlainPreviews({ mediaId, previewKey, plainWithdrawn }: Media, { table }: MediaFunctionServices) {
  if (plainWithdrawn) return;
  const write = MediaEntity.build(UpdateItemCommand)
    .item({ mediaId, ...buildWithdrawnAttributes() })
    .options({ condition: { attr: "previewKey", eq: previewKey } });
  await conditionHeld(table.send(write));
}

/** Updates an upload, and its artwork, with visual properties introduced since it was verified, such as a hash. */
async function refreshLook(media: Media, services: MediaFunctionServices) {
  const { mediaId, artworkId } = media;
  const look = await readLook(await readOriginal(media, services));
  const isThere = { attr: "status", eq: "ready" } as const;
  await conditionHeld(
    services.table.send(
      MediaEntity.build(UpdateItemCommand)
        .item({ mediaId, look: $set(look) })
        .options({ condition: isThere }),
    ),
  );
  if (!artworkId) return;
  const isShown = { attr: "mediaId", eq: mediaId } as const;
  await conditionHeld(
    services.table.send(
      ArtworkEntity.build(UpdateItemCommand)
        .item({ artworkId, look: $set(look) })
        .options({ condition: isShown }),
    ),
  );
}

async function derive(media: Media, folder: string, services: MediaFunctionServices, style?: Mark["style"]) {
  const picture = await readOriginal(media, services);
  return (await derivePreviews(picture, folder, await loadPictureSource(media, services), style)).derivatives;
}

async function readOriginal(media: Media, services: MediaFunctionServices) {
  const file = await services.uploads.read(media.originalKey);
  // It was accepted once, whatever this stage accepts by now.
  const picture = file && (await inspectPicture(file, media, { gif: true }));
  if (!picture || typeof picture === "string") {
    throw new Error(`The original of upload ${media.mediaId} can't be read`);
  }
  return { ...picture, credits: media.credits ?? picture.credits };
}
