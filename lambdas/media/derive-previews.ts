import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { PREVIEW_WIDTHS } from "#shared/limits.ts";
import { creditsOf } from "./credits.ts";
import { encode } from "./encode.ts";
import { encodeWithCredits } from "./exif.ts";
import type { ValidPicture } from "./inspect-picture.ts";
import { openUpright } from "./inspect-picture.ts";
import type { Derivative } from "./open-previews.ts";
import { lookOf } from "./picture-look.ts";
import { previewSize } from "./preview-paths.ts";
import { watermark } from "./watermark.ts";

interface Raw {
  readonly data: Buffer;
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

export const rawOf = async (picture: Sharp): Promise<Raw> => {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
};

/** On the smallest preview a watermark would hide the picture and name nobody. */
const UNMARKED_WIDTH = Math.min(...PREVIEW_WIDTHS);

/** Whose name the watermark bears; where it is `undefined`, the shop's alone. */
interface Watermarked {
  readonly artist: string | undefined;
}

/**
 * Decodes the picture once, in full, and makes every preview from ever smaller copies.
 * Throws what the decoder throws when the file is damaged.
 */
export async function derivePreviews(picture: ValidPicture, watermarked?: Watermarked) {
  const credits = creditsOf(picture.metadata.exif);
  const derivatives: Derivative[] = [];
  const widest = previewSize(Math.max(...PREVIEW_WIDTHS), picture.width, picture.height);
  let copy = await rawOf(openUpright(picture).resize(widest));
  for (const nominal of [...PREVIEW_WIDTHS].reverse()) {
    const size = previewSize(nominal, picture.width, picture.height);
    if (size.width < copy.raw.width) copy = await rawOf(sharp(copy.data, copy).resize(size));
    const shown =
      watermarked && nominal > UNMARKED_WIDTH
        ? await rawOf(sharp(copy.data, copy).composite([watermark(size, watermarked.artist)]))
        : copy;
    for (const format of ["avif", "webp", "jpeg"] as const) {
      const data = await encodeWithCredits(encode[format](sharp(shown.data, shown)), credits);
      derivatives.push({ nominal, format, data });
    }
  }
  return { derivatives, placeholder: await placeholderOf(copy), look: await lookOf(copy.data, copy.raw) };
}

/** Thumbhash in base64, some 33 characters. */
export async function placeholderOf(copy: Raw) {
  const { data, info } = await sharp(copy.data, copy)
    .resize(100, 100, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}
