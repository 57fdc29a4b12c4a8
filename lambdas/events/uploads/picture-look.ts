import sharp from "sharp";
import { computePixelHash, HASH_SIDE } from "#shared/rules/picture-hash.ts";
import { computePixelLook, LOOK_SIDE } from "#shared/rules/picture-look.ts";
import type { PictureLook } from "../../areas/media/stored-look.ts";
import type { Pixels } from "./decode-picture.ts";

/** Visual properties of a decoded picture; deterministic. */
export async function computeLook({ data, raw }: Pick<Pixels, "data" | "raw">): Promise<PictureLook> {
  const pixels = (side: number) =>
    sharp(data, { raw }).resize(side, side, { fit: "fill" }).toColourspace("srgb").removeAlpha().raw().toBuffer();
  const { colors, likeness } = computePixelLook(await pixels(LOOK_SIDE));
  const hash = computePixelHash(await pixels(HASH_SIDE));
  const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return { colors, likeness: toBase64(likeness), hash: hash && toBase64(hash) };
}
