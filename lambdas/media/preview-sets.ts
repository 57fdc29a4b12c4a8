import { STANDARD_WATERMARK } from "#shared/rules/watermarks.ts";
import type { Media } from "./find-media.ts";

/** How the previews are marked that artwork shows which costs money; `undefined` before there are any. */
export const markOf = ({ watermarkedAt, markedAs }: Media) =>
  watermarkedAt ? (markedAs ?? STANDARD_WATERMARK) : undefined;

export const licensedFolder = ({ licensedKey, watermarkedKey }: Pick<Media, "licensedKey" | "watermarkedKey">) =>
  licensedKey ?? watermarkedKey;

/** Whether this is what a version shows that costs money: a folder that was replaced meanwhile is too. */
export const isGuarded = (previewKey: string, media: Media) => previewKey !== media.previewKey;
