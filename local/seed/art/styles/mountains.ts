import { mix, power, ramp, rampIndex, rgb } from "#local/seed/art/colour.ts";
import { createNoise, layered } from "#local/seed/art/noise.ts";
import { shade } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

type Ridge = { heights: Float32Array; mist: Float32Array; colours: Float32Array };

/**
 * Ranges of cut paper that sink into fog under a low sun.
 * Palette: sky above, sky at the horizon, sun, far range, near range. Moods: "bare", "forest", "lake".
 */
export function mountains({ width, height, random, palette, mood }: StyleInput) {
  const [zenith, horizon, sunColour = horizon, far = zenith, near = zenith] = palette;
  const noise = createNoise(random);
  const sky = ramp([zenith, mix(zenith, horizon, 0.55), horizon]);
  const sun = rgb(sunColour);
  const layers = random.whole(6, 8);
  const skyline = height * random.between(0.4, 0.5);
  const shore = mood === "lake" ? height * 0.74 : height * 2;
  const ridges: Ridge[] = [];
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1);
    const base = skyline + (height * (mood === "lake" ? 0.72 : 0.97) - skyline) * depth ** 1.15;
    const relief = height * (0.21 - 0.09 * depth) * random.between(0.8, 1.15);
    const stretch = (1.5 + depth * 1.2) / Math.min(width, height);
    const offset = random.between(0, 200);
    const wooded = mood !== "bare" && depth > 0.5;
    const heights = new Float32Array(width);
    const mist = new Float32Array(width);
    for (let x = 0; x < width; x++) {
      const hills = layered(noise, x * stretch + offset, layer * 7.3, 6);
      const crest = 1 - Math.abs(noise(x * stretch * 1.1 + offset * 2, layer * 3.1));
      heights[x] = base - relief * (hills * 0.8 + (crest - 0.55) * (1 - depth * 0.6));
      mist[x] = base - relief * layered(noise, x * stretch + offset, layer * 7.3, 2) * 0.8;
    }
    if (wooded) plantSpruces(heights, depth, height, random);
    const body = mix(far, near, depth ** 0.9);
    ridges.push({ heights, mist, colours: ramp([body, mix(body, horizon, 0.55 - depth * 0.35)]) });
  }
  const sunX = width * random.between(0.24, 0.76);
  const sunY = skyline * random.between(0.42, 0.78);
  const sunSize = Math.min(width, height) * random.between(0.07, 0.12);
  const shadow = Math.min(width, height) * 0.018;
  const [rise, thicken] = [power(1.2), power(0.8)];

  const air = (x: number, y: number, out: Float32Array) => {
    const at = rampIndex(rise(y / (skyline * 1.25)));
    const distance = Math.sqrt((x - sunX) ** 2 + (y - sunY) ** 2);
    const glow = 0.55 * Math.exp(-Math.max(0, distance - sunSize) / (sunSize * 2.6));
    const disc = Math.min(1, Math.max(0, sunSize - distance + 0.5));
    const share = Math.max(glow, disc);
    for (let channel = 0; channel < 3; channel++) {
      const colour = sky[at + channel] ?? 0;
      out[channel] = colour + ((sun[channel] ?? 0) - colour) * share;
    }
  };

  // Where in a column the highest of a range and those in front of it begins, row after row of ranges; last that there is none.
  const tops = new Float32Array((layers + 1) * width).fill(Number.POSITIVE_INFINITY);
  for (let place = layers * width - 1; place >= 0; place--) {
    const height = ridges[Math.floor(place / width)]?.heights[place % width] ?? 0;
    tops[place] = Math.min(tops[place + width] ?? 0, height);
  }

  const scene = (x: number, y: number, out: Float32Array) => {
    let front = layers - 1;
    let place = front * width + x;
    while (front >= 0 && (tops[place] ?? 0) > y + 1) {
      front--;
      place -= width;
    }
    // Behind a ridge that covers the pixel whole nothing needs painting.
    const isWhole = front >= 0 && (tops[place] ?? 0) <= y;
    if (!isWhole) air(x, y, out);
    for (let layer = isWhole ? front : Math.max(0, front - 1); layer <= front; layer++) {
      const ridge = ridges[layer];
      if (!ridge) continue;
      const under = y - (ridge.heights[x] ?? 0);
      const cover = Math.min(1, Math.max(0, under + 1));
      const at = rampIndex(thicken((y - (ridge.mist[x] ?? 0) + height * 0.03) / (height * 0.3)));
      for (let channel = 0; channel < 3; channel++) {
        const behind = out[channel] ?? 0;
        out[channel] = behind + ((ridge.colours[at + channel] ?? 0) - behind) * cover;
      }
    }
    const gap = Math.max(0, (tops[place + width] ?? 0) - y);
    if (gap >= shadow) return;
    const dark = 1 - 0.22 * (1 - gap / shadow) ** 2;
    for (let channel = 0; channel < 3; channel++) out[channel] = (out[channel] ?? 0) * dark;
  };

  const tint = rgb(near);
  return shade(width, height, (x, y, out) => {
    if (y < shore) return scene(x, y, out);
    const depth = (y - shore) / (height - shore);
    const ripple = Math.sin(y * (0.5 - depth * 0.32) + noise(x * 0.006, y * 0.05) * 5) * (1 + depth * 9);
    const mirrored = Math.max(0, shore - (y - shore) * 1.6 - Math.abs(ripple));
    scene(Math.min(width - 1, Math.max(0, Math.round(x + ripple * 1.4))), Math.floor(mirrored), out);
    for (let channel = 0; channel < 3; channel++)
      out[channel] = (out[channel] ?? 0) * 0.84 + (tint[channel] ?? 0) * 0.16 + ripple * 0.9;
  });
}

/** Raises a row of spruce tops from a ridge. */
function plantSpruces(heights: Float32Array, depth: number, height: number, random: StyleInput["random"]) {
  const bare = heights.slice();
  const tall = height * (0.018 + 0.06 * (depth - 0.4));
  let x = -10;
  while (x < heights.length) {
    const size = tall * random.between(0.45, 1.25);
    const half = size * random.between(0.2, 0.28);
    const foot = bare[Math.min(bare.length - 1, Math.max(0, Math.round(x)))] ?? 0;
    for (let column = Math.ceil(x - half); column < x + half; column++) {
      if (column < 0 || column >= heights.length) continue;
      const inward = 1 - Math.abs(column - x) / half;
      const boughs = 0.07 * Math.abs(((inward * 6) % 2) - 1);
      const top = foot - size * Math.max(0, inward ** 1.25 - boughs * (1 - inward)) + size * 0.12;
      heights[column] = Math.min(heights[column] ?? 0, top);
    }
    x += half * random.between(0.5, random.chance(0.12) ? 5 : 1.5);
  }
}
