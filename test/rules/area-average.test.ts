import sharp from "sharp";
import { expect, test } from "vitest";
import { computePixelHash, HASH_BYTES, HASH_SIDE } from "#shared/rules/picture-hash.ts";
import { drawnPicture } from "#test/support/drawn-pictures.ts";
import { createAreaAverage } from "#web/ui/picture/area-average.ts";

test("each pixel is the average of the area that it covers, of larger and of smaller pictures", () => {
  const grey = (levels: readonly number[]) => levels.flatMap((level) => [level, level, level, 255]);
  const rows = [
    [0, 60, 120],
    [30, 90, 150],
    [60, 120, 180],
  ];
  const reduced = createAreaAverage({ width: 3, height: 3 }, 2);
  reduced.addRows(grey(rows.slice(0, 2).flat()), 0);
  reduced.addRows(grey(rows.slice(2).flat()), 2);
  expect([...reduced.toPixels()].filter((_, at) => at % 3 === 0)).toEqual([30, 110, 70, 150]);
  const enlarged = createAreaAverage({ width: 1, height: 1 }, 2);
  enlarged.addRows(grey([77]), 0);
  expect([...enlarged.toPixels()]).toEqual(Array(12).fill(77));
});

test("a browser's fingerprint of a picture is the one that its upload got, but for a few bits", async () => {
  for (let seed = 0; seed < 20; seed++) {
    const file = await drawnPicture(seed).png().toBuffer();
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const reduced = createAreaAverage(info, HASH_SIDE);
    reduced.addRows(data, 0);
    const stored = sharp(file).resize(HASH_SIDE, HASH_SIDE, { fit: "fill" }).removeAlpha().raw();
    const [own, uploaded] = [computePixelHash(reduced.toPixels()), computePixelHash(await stored.toBuffer())];
    const bits = own?.subarray(0, HASH_BYTES).reduce((sum, byte, at) => {
      const differing = byte ^ (uploaded?.[at] ?? 0);
      return sum + differing.toString(2).replaceAll("0", "").length;
    }, 0);
    expect(bits, `seed ${seed}`).toBeLessThanOrEqual(4);
  }
});
