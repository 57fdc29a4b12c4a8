import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { STANDARD_WATERMARK } from "#shared/rules/watermarks.ts";
import type { Media } from "./find-media.ts";
import { MediaEntity } from "./media.entity.ts";
import { newFolder } from "./preview-paths.ts";

/** How the previews are marked that artwork shows which costs money; `undefined` before there are any. */
export const findMark = ({ watermarkedAt, markedAs }: Media) =>
  watermarkedAt ? (markedAs ?? STANDARD_WATERMARK) : undefined;

export const licensedFolder = ({ licensedKey, watermarkedKey }: Pick<Media, "licensedKey" | "watermarkedKey">) =>
  licensedKey ?? watermarkedKey;

/** True for the previews of a version that costs money, including a folder that was replaced meanwhile. */
export const isGuarded = (previewKey: string, media: Media) => previewKey !== media.previewKey;

/**
 * Withdraws an upload's plain previews: their folder gets a new name, so the table's stream purges the old folder and
 * shows the watermarked one. Names are never reused, so a late purge can't delete newer previews.
 */
export const withdrawnAttributes = () => ({ previewKey: newFolder({ isWide: true }), plainWithdrawn: true });

/** Withdraws them with the version that begins to cost money. */
export const withdrawalWrite = ({ mediaId, previewKey }: Media) => ({
  write: MediaEntity.build(UpdateTransaction)
    .item({ mediaId, ...withdrawnAttributes() })
    .options({ condition: { attr: "previewKey", eq: previewKey } }),
  failure: "artwork_moved" as const,
});
