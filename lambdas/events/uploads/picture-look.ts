import sharp from "sharp";
import { LOOK_SIDE, lookOfPixels } from "#shared/rules/picture-look.ts";
import type { PictureLook } from "../../areas/media/stored-look.ts";
import type { Pixels } from "./decode-picture.ts";

/** How a decoded picture looks; the same pixels give the same answer. */
export async function lookOf({ data, raw }: Pick<Pixels, "data" | "raw">): Promise<PictureLook> {
  const pixels = await sharp(data, { raw })
    .resize(LOOK_SIDE, LOOK_SIDE, { fit: "fill" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
  const { colors, likeness } = lookOfPixels(pixels, 3);
  return { colors, likeness: Buffer.from(likeness).toString("base64") };
}
