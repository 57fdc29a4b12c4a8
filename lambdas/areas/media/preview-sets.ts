import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { STANDARD_WATERMARK } from "#shared/rules/watermarks.ts";
import type { Media } from "./find-media.ts";
import { MediaEntity } from "./media.entity.ts";
import { newFolder } from "./preview-paths.ts";

/** How the previews are marked that artwork shows which costs money; `undefined` before there are any. */
export const markOf = ({ watermarkedAt, markedAs }: Media) =>
  watermarkedAt ? (markedAs ?? STANDARD_WATERMARK) : undefined;

export const licensedFolder = ({ licensedKey, watermarkedKey }: Pick<Media, "licensedKey" | "watermarkedKey">) =>
  licensedKey ?? watermarkedKey;

/** Whether this is what a version shows that costs money: a folder that was replaced meanwhile is too. */
export const isGuarded = (previewKey: string, media: Media) => previewKey !== media.previewKey;

/**
 * What withdraws the plain previews of an upload: their folder's name goes, and the table's stream then purges the folder
 * and shows the watermarked one in its place. A name is never used twice, so a late purge can't meet newer previews.
 */
export const withdrawnAttributes = () => ({ previewKey: newFolder({ isWide: true }), plainWithdrawn: true });

/** Withdraws them with the version that begins to cost money. */
export const withdrawalWrite = ({ mediaId, previewKey }: Media) => ({
  write: MediaEntity.build(UpdateTransaction)
    .item({ mediaId, ...withdrawnAttributes() })
    .options({ condition: { attr: "previewKey", eq: previewKey } }),
  otherwise: "artwork_moved" as const,
});
