import sharp from "sharp";
import { expect, test } from "vitest";
import { encodersOf } from "#lambdas/media/derive-previews.ts";
import { renderPicture } from "#local/seed/art/render-picture.ts";
import { CATALOGUE } from "#local/seed/catalogue.ts";

/** How far two pictures of the same size differ, in dB; above 30 the eye hardly tells them apart. */
async function psnrOf(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all([one, other].map((file) => sharp(file).removeAlpha().raw().toBuffer()));
  if (!a || a.length !== b?.length) return 0;
  const squares = a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / a.length));
}

const KINDS = [
  ["flat shapes", "bauhaus"],
  ["grain", "suns"],
  ["gradients", "marble"],
] as const;

test.each(KINDS)(
  "quick encoders make the same formats and sizes of %s, as good in hardly more bytes",
  async (...kind) => {
    const artwork = CATALOGUE.find((entry) => entry.artwork.style === kind[1])?.artwork;
    if (!artwork) throw new Error(`the catalogue has no ${kind[1]}`);
    const picture = await sharp(await renderPicture(artwork))
      .resize({ width: 640 })
      .png()
      .toBuffer();
    const { width, height } = await sharp(picture).metadata();
    for (const format of ["avif", "webp", "jpeg"] as const) {
      const [thorough, quick] = await Promise.all(
        [false, true].map((isQuick) => encodersOf(isQuick)[format](sharp(picture)).toBuffer()),
      );
      if (!thorough || !quick) throw new Error("nothing was encoded");
      const metadata = await sharp(quick).metadata();
      expect([metadata.format, metadata.width, metadata.height]).toEqual([
        format === "avif" ? "heif" : format,
        width,
        height,
      ]);
      expect(quick.length).toBeLessThan(1.4 * thorough.length);
      expect(await psnrOf(quick, picture)).toBeGreaterThan((await psnrOf(thorough, picture)) - 1);
    }
  },
);
