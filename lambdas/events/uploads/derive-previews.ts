import type { OverlayOptions } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { GROUND } from "#shared/colors.ts";
import { PREVIEW_WIDTHS } from "#shared/picture-widths.ts";
import type { Derivative } from "../../areas/media/open-previews.ts";
import { type PictureSource, toRights } from "../../areas/media/picture-rights.ts";
import { computePreviewSize, listWidths, PREVIEW_FORMATS } from "../../areas/media/preview-paths.ts";
import { buildXmp } from "../../platform/picture-files/xmp.ts";
import { decodeUpright, openPixels, type Pixels, toPixels, toSrgb } from "./decode-picture.ts";
import { encode } from "./encode.ts";
import { encodeWithCredits } from "./exif.ts";
import type { ValidPicture } from "./inspect-picture.ts";
import { computeLook } from "./picture-look.ts";
import { type Mark, watermark } from "./watermark.ts";

/** On the smallest preview a watermark would hide the picture and be illegible. */
const UNMARKED_WIDTH = Math.min(...PREVIEW_WIDTHS);

/**
 * Decodes the picture once and makes every preview of a folder from successively smaller copies. Throws `UndecodablePicture`
 * if the file is damaged.
 */
export async function derivePreviews(
  picture: ValidPicture,
  folder: string,
  source: PictureSource,
  style?: Mark["style"],
) {
  const { credits } = picture;
  const xmp = buildXmp(toRights(source, credits)).toString();
  const mark = style && { artist: source.artist, style };
  const derivatives: Derivative[] = [];
  const widths = listWidths(folder, picture.width, picture.height);
  const widest = computePreviewSize(Math.max(...widths), picture.width, picture.height);
  let copy = await decodeUpright(picture, widest);
  for (const nominal of widths.reverse()) {
    const size = computePreviewSize(nominal, picture.width, picture.height);
    if (size.width < copy.raw.width) copy = await toPixels(openPixels(copy).resize(size), copy);
    const shown = mark && nominal > UNMARKED_WIDTH ? await applyOverlay(watermark(size, mark), copy) : copy;
    for (const format of PREVIEW_FORMATS) {
      const data = await encodeWithCredits(encode(format, shown).withXmp(xmp), credits);
      derivatives.push({ nominal, format, data });
    }
  }
  return {
    derivatives,
    placeholder: await computePlaceholder(copy),
    look: await computeLook(await flattenOnGround(copy)),
  };
}

/** Visual properties of a picture, without making previews. */
export async function readLook(picture: ValidPicture) {
  const size = computePreviewSize(UNMARKED_WIDTH, picture.width, picture.height);
  return computeLook(await flattenOnGround(await decodeUpright(picture, size)));
}

/** Preserves an opaque picture's opacity. */
function applyOverlay(overlay: OverlayOptions, picture: Pixels) {
  const marked = openPixels(picture).composite([overlay]);
  return toPixels(picture.raw.channels === 4 ? marked : marked.removeAlpha(), picture);
}

function flattenOnGround(picture: Pixels) {
  const plain = toSrgb(picture);
  return toPixels(openPixels(plain).flatten({ background: GROUND }), plain);
}

/** Thumbhash in base64, some 33 characters. */
export async function computePlaceholder(copy: Pixels) {
  const { data, info } = await openPixels(toSrgb(copy))
    .resize(100, 100, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}
