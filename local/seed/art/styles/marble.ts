import { ramp, rampIndex } from "#local/seed/art/colour.ts";
import { createNoise, layered } from "#local/seed/art/noise.ts";
import { shade, smoothField } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Ink on water, combed and lifted: noise that bends noise that bends noise (Quilez).
 * Palette: the gradient that the folds run through; the last colour is the vein. Moods: "silk", "agate" (banded), "smoke".
 */
export function marble({ width, height, random, palette, mood }: StyleInput) {
  const noise = createNoise(random);
  const unit = Math.min(width, height);
  const vein = ramp([palette.at(-1) ?? palette[0], palette.at(-1) ?? palette[0]]);
  const colours = ramp(
    mood === "agate" ? [...palette.slice(0, -1), ...palette.slice(0, -1).toReversed()] : palette.slice(0, -1),
  );
  const scale = { silk: 1.15, agate: 0.9, smoke: 1.5 }[mood] ?? 1;
  const [stretchX, stretchY] = mood === "silk" ? [1.3, 0.7] : [1, 1];
  const fold = { silk: 1.5, agate: 0.8, smoke: 1.1 }[mood] ?? 1;
  const field = smoothField(width, height, 3, (x, y) => {
    const [u, v] = [(x / unit) * scale * stretchX, (y / unit) * scale * stretchY];
    const a = layered(noise, u + 3.1, v + 8.4, 3);
    const b = layered(noise, u + 15.2, v + 21.3, 3);
    const c = noise(u + fold * a * 2 + 41.7, v + fold * b * 2 + 9.2);
    const d = noise(u + fold * a * 2 + 68.3, v + fold * b * 2 + 72.8);
    return layered(noise, u + fold * c * 1.3, v + fold * d * 1.3, 3);
  });
  const bands = mood === "agate" ? 9 : 3;
  return shade(width, height, (x, y, out) => {
    const at = y * width + x;
    const value = field[at] ?? 0;
    const slopeX = (field[at + (x + 1 < width ? 1 : 0)] ?? value) - value;
    const slopeY = (field[at + (y + 1 < height ? width : 0)] ?? value) - value;
    const slope = Math.sqrt(slopeX * slopeX + slopeY * slopeY);
    const place = 0.5 + value * 1.15;
    const ringed = mood === "agate" ? (place * 2.6) % 1 : place;
    const index = rampIndex(ringed);
    const phase = Math.abs(((place * bands) % 1) - 0.5);
    const line = Math.max(0, 1 - phase / Math.max(0.004, slope * bands * 2.6)) * (mood === "smoke" ? 0.25 : 0.75);
    const sheen =
      1 + Math.max(-0.14, Math.min(0.16, ((field[at + (x + 2 < width ? 2 : 0)] ?? value) - value) * unit * 0.045));
    for (let channel = 0; channel < 3; channel++) {
      const colour = (colours[index + channel] ?? 0) * sheen;
      out[channel] = colour + ((vein[channel] ?? 0) - colour) * line;
    }
  });
}
