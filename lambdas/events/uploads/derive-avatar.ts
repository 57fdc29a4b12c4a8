import { AVATAR_WIDTHS } from "#shared/picture-widths.ts";
import type { Derivative } from "../../areas/media/open-previews.ts";
import { PREVIEW_FORMATS } from "../../areas/media/preview-paths.ts";
import { decodeUpright, openPixels, toPixels } from "./decode-picture.ts";
import { computePlaceholder } from "./derive-previews.ts";
import { encode } from "./encode.ts";
import type { ValidPicture } from "./inspect-picture.ts";

/**
 * Decodes the picture once and crops its squares from the centre; keeps only pixels. Throws `UndecodablePicture` if the file
 * is damaged.
 */
export async function deriveAvatar(picture: ValidPicture) {
  const side = Math.max(...AVATAR_WIDTHS);
  const square = await decodeUpright(picture, { width: side, height: side, fit: "cover" });
  const derivatives: Derivative[] = [];
  for (const nominal of AVATAR_WIDTHS) {
    const shown = await toPixels(openPixels(square).resize(nominal, nominal), square);
    for (const format of PREVIEW_FORMATS) {
      derivatives.push({ nominal, format, data: await encode(format, shown).toBuffer() });
    }
  }
  return { derivatives, placeholder: await computePlaceholder(square) };
}
