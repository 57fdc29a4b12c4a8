import { mix, ramp, rampIndex, rgb } from "#local/seed/art/colour.ts";
import { createNoise, layered } from "#local/seed/art/noise.ts";
import { shade, smoothField } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Maps of places that do not exist: tinted heights, contour lines, light from the north-west.
 * Palette: line, then the tints from the lowest ground (or sea) to the summits. Moods: "island", "massif", "plain" (lines alone).
 */
export function contours({ width, height, random, palette, mood }: StyleInput) {
  const [lineColour, ...tints] = palette;
  const noise = createNoise(random);
  const unit = Math.min(width, height);
  const step = 4;
  const [peakX, peakY] = [width * random.between(0.4, 0.6), height * random.between(0.4, 0.6)];
  const terrain = (x: number, y: number) => {
    const [u, v] = [(x / unit) * 1.7, (y / unit) * 1.7];
    const bent = noise(u * 0.8 + 5, v * 0.8 + 9) * 0.5;
    const hills = layered(noise, u + bent, v - bent, mood === "plain" ? 2 : 4);
    if (mood === "island") {
      const away = Math.hypot((x - peakX) / (width * 0.5), (y - peakY) / (height * 0.5));
      return 0.66 + hills * 0.55 - away ** 1.6 * 0.62;
    }
    return 0.5 + hills * 0.85;
  };
  const field = smoothField(width, height, step, terrain);
  const levels = mood === "plain" ? 24 : 20;
  const colours = ramp(tints);
  const line = rgb(lineColour);
  const deep = rgb(mix(tints[0] ?? lineColour, lineColour, 0.22));
  const sea = mood === "island" ? 0.34 : -9;
  return shade(width, height, (x, y, out) => {
    const at = y * width + x;
    const value = field[at] ?? 0;
    const slopeX = (field[at + (x + 1 < width ? 1 : 0)] ?? value) - value;
    const slopeY = (field[at + (y + 1 < height ? width : 0)] ?? value) - value;
    const slope = Math.sqrt(slopeX * slopeX + slopeY * slopeY);
    const scaled = value * levels;
    const level = Math.round(scaled);
    const wet = value < sea;
    const away = Math.abs(scaled - level) / Math.max(1e-5, slope * levels);
    const heavy = level % 5 === 0;
    const thick = (heavy ? 1.5 : 0.75) * (unit / 1067) * (mood === "plain" ? 1.7 : 1);
    const cover =
      Math.min(1, Math.max(0, thick - away + 0.5)) * (wet ? 0.28 : heavy ? 0.95 : mood === "plain" ? 0.8 : 0.6);
    const coast = wet ? 0 : Math.max(0, 1 - Math.abs(value - sea) / (slope * 3 + 1e-6));
    const banded = Math.floor(scaled) / levels;
    const index = wet
      ? 0
      : rampIndex(mood === "island" ? 0.12 + ((banded - sea) / 0.62) * 0.88 : (banded - 0.08) / 0.84);
    const hill = mood === "plain" ? 1 : 1 + Math.max(-0.26, Math.min(0.2, (slopeX + slopeY) * unit * 0.062));
    const depth = wet ? Math.min(1, (sea - Math.floor(scaled) / levels) * 2.4) : 0;
    for (let channel = 0; channel < 3; channel++) {
      let tint = (colours[index + channel] ?? 0) * (wet ? 1 : hill);
      tint += ((deep[channel] ?? 0) - tint) * depth;
      out[channel] = tint + ((line[channel] ?? 0) - tint) * Math.max(cover, coast);
    }
  });
}
