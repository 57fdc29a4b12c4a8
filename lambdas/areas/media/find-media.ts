import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { MediaEntity } from "./media.entity.ts";

/** The upload with this id; `undefined` without one. */
export async function findMedia(table: OpenTable, mediaId: string) {
  const { Item } = await table.send(MediaEntity.build(GetItemCommand).key({ mediaId }).options({ consistent: true }));
  return Item;
}

export type Media = NonNullable<Awaited<ReturnType<typeof findMedia>>>;

/** A verified upload, with known size and placeholder. */
export type ReadyMedia = Media & Required<Pick<Media, "width" | "height" | "placeholder">>;

/** True once the upload has expired; DynamoDB's TTL deletes the item up to days later. */
const isOver = ({ expires }: Media, now: Date) => expires !== undefined && expires <= epochSeconds(now);

/** The caller's own verified and unused upload, or the failure. */
export async function findUnusedMedia(table: OpenTable, mediaId: string, ownerId: string, now: Date) {
  const media = await findMedia(table, mediaId);
  if (!media || media.ownerId !== ownerId || media.kind || isOver(media, now)) return fail("media_not_found");
  if (media.status === "failed")
    return fail("media_failed", media.reason ? { fields: { artworkMedia: media.reason } } : {});
  if (media.status !== "ready") return fail("media_not_ready");
  if (media.artworkId) return fail("media_used");
  return media as ReadyMedia;
}

/** The caller's own verified upload for an avatar, or the failure. */
export async function findUnusedAvatar(table: OpenTable, mediaId: string, ownerId: string, now: Date) {
  const media = await findMedia(table, mediaId);
  if (!media || media.ownerId !== ownerId || media.kind !== "avatar" || isOver(media, now))
    return fail("media_not_found");
  if (media.status === "failed")
    return fail("media_failed", { fields: { userMedia: media.reason ?? MESSAGES.mediaFailed } });
  if (media.status !== "ready") return fail("media_not_ready", { fields: { userMedia: MESSAGES.mediaNotReady } });
  // Already used: its deletion may be in progress.
  if (media.expires === undefined) return fail("media_used", { fields: { userMedia: MESSAGES.mediaUsed } });
  return media;
}
