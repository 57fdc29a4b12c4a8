import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { STANDARD_WATERMARK } from "#shared/rules/watermarks.ts";
import type { Media } from "./find-media.ts";
import { MediaEntity } from "./media.entity.ts";
import { newFolder } from "./preview-paths.ts";

/** Watermark of the upload's watermarked previews; `undefined` before there are any. */
export const findMark = ({ watermarkedAt, markedAs }: Media) =>
  watermarkedAt ? (markedAs ?? STANDARD_WATERMARK) : undefined;

export const getLicensedFolder = ({ licensedKey, watermarkedKey }: Pick<Media, "licensedKey" | "watermarkedKey">) =>
  licensedKey ?? watermarkedKey;

/** True for the previews of a paid version, including a replaced folder. */
export const isGuarded = (previewKey: string, media: Media) => previewKey !== media.previewKey;

/**
 * Withdraws an upload's plain previews: their folder gets a new name, so that the stream deletes the old folder and shows the
 * watermarked one. Names are never reused, so a late deletion can't hit newer previews.
 */
export const buildWithdrawnAttributes = () => ({ previewKey: newFolder({ isWide: true }), plainWithdrawn: true });

/** Withdraws an upload's plain previews with its first paid version. */
export const buildWithdrawal = ({ mediaId, previewKey }: Media) => ({
  write: MediaEntity.build(UpdateTransaction)
    .item({ mediaId, ...buildWithdrawnAttributes() })
    .options({ condition: { attr: "previewKey", eq: previewKey } }),
  failure: "artwork_moved" as const,
});
