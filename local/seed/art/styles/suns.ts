import { rgb } from "#local/seed/art/colour.ts";
import { createNoise, layered } from "#local/seed/art/noise.ts";
import { shadeDots } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/** Bayer's 8×8 order of thresholds, 0–63. */
const BAYER = Array.from({ length: 64 }, (_, index) => {
  const [x, y] = [index % 8, Math.floor(index / 8)];
  let value = 0;
  for (let bit = 0; bit < 3; bit++) {
    const [a, b] = [(x >> bit) & 1, (y >> bit) & 1];
    value |= (((a ^ b) << 1) | b) << (2 * (2 - bit));
  }
  return value;
});

/**
 * Evening skies in a handful of colours, blended by ordered dots.
 * Palette: from the top of the sky to the horizon, then the sun, then the land. Moods: "sea", "dunes", "isles".
 */
export function suns({ width, height, random, palette, mood }: StyleInput) {
  const sky = palette.slice(0, -2).map(rgb);
  const [sunColour, land] = palette.slice(-2).map((colour) => rgb(colour));
  if (!sunColour || !land) throw new RangeError("a sunset needs a sky, a sun and land");
  const dot = Math.round(Math.min(width, height) / 270);
  const noise = createNoise(random);
  const unit = Math.min(width, height);
  const horizon = height * random.between(0.58, 0.7);
  const radius = unit * random.between(0.17, 0.25);
  const sunX = width * random.between(0.35, 0.65);
  const sunY = horizon - radius * random.between(0.15, 1.15);
  const profiles = [0, 1, 2, 3, 4].map((layer) =>
    Float32Array.from({ length: width }, (_, x) =>
      layered(noise, (x / unit) * (mood === "isles" ? 2.2 : 1.2) + layer * 13, layer * 5, mood === "isles" ? 5 : 2),
    ),
  );
  const hills = (x: number, layer: number) => profiles[layer]?.[x] ?? 0;

  /** The step on the ladder of sky colours, and whether the sun is in front of it. */
  const ladder = (x: number, y: number): number => {
    const up = Math.max(0, Math.min(1, y / horizon));
    const cloud = noise((x / unit) * 1.6, (y / unit) * 11) * 0.085 * Math.sin(up * Math.PI);
    return (up ** 1.3 + cloud) * (sky.length - 1);
  };
  const sunAt = (x: number, y: number) => {
    if (Math.hypot(x - sunX, y - sunY) > radius) return 0;
    const low = (y - sunY) / radius;
    return low > 0 && (low * 6.5) % 1 < low * 0.55 ? 0 : 1 - 0.35 * Math.max(0, low + 0.3);
  };

  return shadeDots(width, height, dot, (x, y, out) => {
    const threshold = ((BAYER[((y / dot) % 8) * 8 + ((x / dot) % 8)] ?? 0) + 0.5) / 64;
    let [shineX, shineY] = [x, y];
    let dim = 0;
    if (mood === "dunes") {
      for (let layer = 2; layer >= 0; layer--) {
        const top = horizon + (layer * 1.15 - 0.35) * height * 0.1 - hills(x, layer) * height * 0.14;
        if (y > top) {
          const near = Math.exp(-Math.abs(x - sunX) / (unit * 0.55));
          const lit = 0.22 + 0.62 * near - ((y - top) / height) * (3.4 - layer * 0.9) - layer * 0.05;
          const colour = lit > threshold ? (sky.at(-1) ?? land) : land;
          out.set(colour);
          return;
        }
      }
    } else if (y > horizon) {
      const depth = (y - horizon) / (height - horizon);
      const wave = noise((x / unit) * 3, (y / unit) * (34 - depth * 20)) * (0.35 + depth);
      shineX = x + wave * unit * 0.13;
      shineY = horizon - (y - horizon) * 0.9 + wave * unit * 0.04;
      dim = 0.28 + depth * 0.5 + (wave > 0.22 ? 0.35 : 0);
    }
    if (mood === "isles") {
      const isle = (0.04 + hills(x, 4) * 0.16 - Math.abs(x - sunX) * 0.00004) * height;
      const under = horizon - isle;
      if ((y <= horizon && y > under) || (y > horizon && y < horizon + isle * 0.35)) {
        out.set(land);
        return;
      }
    }
    if (dim > threshold + 0.12) {
      out.set(land);
      return;
    }
    const sun = sunAt(shineX, shineY);
    if (sun > threshold * 0.62 + 0.02) {
      out.set(sunColour);
      return;
    }
    const halo = 0.9 * Math.exp(-Math.max(0, Math.hypot(shineX - sunX, shineY - sunY) - radius) / (radius * 0.7));
    const step = Math.min(sky.length - 1, Math.max(0, ladder(shineX, shineY) + halo));
    const base = Math.floor(step);
    out.set(sky[step - base > threshold ? Math.min(sky.length - 1, base + 1) : base] ?? land);
  });
}
