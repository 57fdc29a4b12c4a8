import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { conditionHeld } from "../table/condition-held.ts";
import { findUser } from "../users/find-user.ts";
import { derivePreviews } from "./derive-previews.ts";
import { findMedia, type Media } from "./find-media.ts";
import { inspectPicture } from "./inspect-picture.ts";
import { MediaEntity } from "./media.entity.ts";
import type { MediaFunctionServices } from "./media-state.ts";
import { withdrawnAttributes } from "./preview-withdrawal.ts";

/** What each is for: artwork that costs money, artwork that is free, and holders of a licence to the former. */
export type PreviewSet = "watermarked" | "plain" | "licensed";

/** Asks for previews of a verified upload; `watermarked only` also withdraws the plain ones. */
export interface PreviewRequest {
  readonly mediaId: string;
  readonly make: PreviewSet | "watermarked only";
}

/** Safe to repeat, and makes nothing that is there. Throws when the upload isn't verified. */
export async function makePreviews({ mediaId, make }: PreviewRequest, services: MediaFunctionServices) {
  const media = await findMedia(services.table, mediaId);
  // Deleted in the meantime, so that nothing shows it any more.
  if (!media && (make === "watermarked only" || make === "licensed")) return;
  if (media?.status !== "ready") throw new Error(`Upload ${mediaId} isn't verified`);
  if (make === "plain") return makePlain(media, services);
  await makeSet(make === "licensed" ? make : "watermarked", media, services);
  if (make === "watermarked only") await withdrawPlainPreviews(media, services);
}

/** Where a set named after the watermarked one is put, and what then says that it is there. */
const SETS = {
  watermarked: { bucket: "previews", madeAt: "watermarkedAt" },
  licensed: { bucket: "licensedPreviews", madeAt: "licensedAt" },
} as const;

/** Both sets have one name, because holders of a licence see the one in the place of the other. */
async function makeSet(set: keyof typeof SETS, media: Media, services: MediaFunctionServices) {
  const { bucket, madeAt } = SETS[set];
  if (media[madeAt]) return;
  const { mediaId, watermarkedKey } = media;
  const artist = set === "watermarked" ? await findUser(services.table, media.ownerId) : undefined;
  const watermarked = set === "watermarked" ? { artist: artist?.fullName || artist?.name } : undefined;
  await services[bucket].put(watermarkedKey, await derive(media, services, watermarked));
  const isCurrent = await conditionHeld(
    services.table.send(
      MediaEntity.build(UpdateItemCommand)
        .item({ mediaId, [madeAt]: services.now().toISOString() })
        .options({ condition: { attr: "status", eq: "ready" } }),
    ),
  );
  if (!isCurrent) await services[bucket].remove(watermarkedKey);
}

/** Into the folder that the withdrawal left behind: nothing has shown it yet, so no edge has kept a failed read of it. */
async function makePlain(media: Media, services: MediaFunctionServices) {
  if (!media.plainWithdrawn) return;
  const { mediaId, previewKey } = media;
  await services.previews.put(previewKey, await derive(media, services));
  const isCurrent = await conditionHeld(
    services.table.send(
      MediaEntity.build(UpdateItemCommand)
        .item({ mediaId, plainWithdrawn: $remove() })
        .options({ condition: { attr: "previewKey", eq: previewKey } }),
    ),
  );
  // Withdrawn again in the meantime, or deleted: its folder may have been purged before this was written.
  if (!isCurrent) await services.previews.remove(previewKey);
}

async function withdrawPlainPreviews({ mediaId, previewKey, plainWithdrawn }: Media, { table }: MediaFunctionServices) {
  if (plainWithdrawn) return;
  const write = MediaEntity.build(UpdateItemCommand)
    .item({ mediaId, ...withdrawnAttributes() })
    .options({ condition: { attr: "previewKey", eq: previewKey } });
  await conditionHeld(table.send(write));
}

async function derive(
  media: Media,
  services: MediaFunctionServices,
  watermarked?: Parameters<typeof derivePreviews>[1],
) {
  const file = await services.uploads.read(media.originalKey);
  const picture = file && (await inspectPicture(file, media, services.features));
  if (!picture || typeof picture === "string") {
    throw new Error(`The original of upload ${media.mediaId} can't be read`);
  }
  return (await derivePreviews(picture, watermarked)).derivatives;
}
