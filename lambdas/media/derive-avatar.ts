import sharp from "sharp";
import { AVATAR_WIDTHS } from "#shared/limits.ts";
import { placeholderOf, rawOf } from "./derive-previews.ts";
import { encode } from "./encode.ts";
import { openUpright, type ValidPicture } from "./inspect-picture.ts";
import type { Derivative } from "./open-previews.ts";
import { PREVIEW_FORMATS } from "./preview-paths.ts";

/**
 * Decodes the picture once and cuts its squares from the middle; nothing but pixels is kept.
 * Throws what the decoder throws when the file is damaged.
 */
export async function deriveAvatar(picture: ValidPicture) {
  const side = Math.max(...AVATAR_WIDTHS);
  const square = await rawOf(openUpright(picture).resize(side, side, { fit: "cover" }));
  const derivatives: Derivative[] = [];
  for (const nominal of AVATAR_WIDTHS) {
    for (const format of PREVIEW_FORMATS) {
      const data = await encode[format](sharp(square.data, square).resize(nominal, nominal)).toBuffer();
      derivatives.push({ nominal, format, data });
    }
  }
  return { derivatives, placeholder: await placeholderOf(square) };
}
