import { ramp, rampIndex, rgb } from "#local/seed/art/colour.ts";
import { shade } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * A point of light on two swinging pendulums, exposed until they come to rest.
 * Palette: darkness, then the gradient from faint to bright light. Moods: "harmonograph", "attractor" (de Jong's map).
 */
export function pendulum({ width, height, random, palette, mood }: StyleInput) {
  const [dark, ...lights] = palette;
  const exposure = mood === "attractor" ? attractor(width, height, random) : harmonograph(width, height, random);
  const sorted = exposure.filter((value, index) => value > 0 && index % 7 === 0).sort();
  const bright = sorted[Math.floor(sorted.length * 0.992)] ?? 1;
  const glow = ramp([dark, ...lights]);
  const ground = rgb(dark);
  const [middleX, middleY] = [width / 2, height / 2];
  const reach = Math.hypot(middleX, middleY);
  return shade(width, height, (x, y, out) => {
    const value = exposure[y * width + x] ?? 0;
    const share = Math.log1p((value / bright) * 14) / Math.log(15);
    const vignette = 1.12 - 0.3 * (((x - middleX) ** 2 + (y - middleY) ** 2) / reach ** 2);
    const at = rampIndex(share);
    for (let channel = 0; channel < 3; channel++)
      out[channel] =
        value > 0
          ? (glow[at + channel] ?? 0) + (ground[channel] ?? 0) * (vignette - 1)
          : (ground[channel] ?? 0) * vignette;
  });
}

function expose(exposure: Float32Array, width: number, height: number, x: number, y: number, amount: number) {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return;
  const dx = x - column;
  const dy = y - row;
  const at = row * width + column;
  exposure[at] = (exposure[at] ?? 0) + amount * (1 - dx) * (1 - dy);
  exposure[at + 1] = (exposure[at + 1] ?? 0) + amount * dx * (1 - dy);
  exposure[at + width] = (exposure[at + width] ?? 0) + amount * (1 - dx) * dy;
  exposure[at + width + 1] = (exposure[at + width + 1] ?? 0) + amount * dx * dy;
}

function harmonograph(width: number, height: number, random: StyleInput["random"]) {
  const exposure = new Float32Array(width * height);
  const unit = Math.min(width, height);
  const [a, b] = random.pick([
    [2, 3],
    [1, 2],
    [3, 4],
    [3, 5],
    [1, 3],
    [2, 5],
  ] as const);
  const detune = random.between(0.002, 0.006) * (random.chance(0.5) ? 1 : -1);
  const phases = [0, 1, 2, 3].map(() => random.between(0, Math.PI * 2));
  const [p0 = 0, p1 = 0, p2 = 0, p3 = 0] = phases;
  const share = random.between(0.25, 0.5);
  const strands = 3;
  const samples = 620_000;
  const end = 2 * Math.PI * random.between(52, 75);
  for (let strand = 0; strand < strands; strand++) {
    const late = strand * 0.055;
    for (let sample = 0; sample < samples; sample++) {
      const t = (sample / samples) * end;
      const fade = Math.exp((-t / end) * 1.25);
      const x = (1 - share) * Math.sin(t * a + p0 + late) + share * Math.sin(t * (b + detune) + p1);
      const y = (1 - share) * Math.sin(t * (b - detune) + p2 + late) + share * Math.sin(t * a + p3);
      expose(
        exposure,
        width,
        height,
        width / 2 + x * fade * Math.min(width * 0.45, unit * 0.56),
        height / 2 + y * fade * Math.min(height * 0.45, unit * 0.56),
        1,
      );
    }
  }
  return exposure;
}

/** Coefficients of x' = sin(a·y) − cos(b·x), y' = sin(c·x) − cos(d·y) whose traces are worth looking at. */
const SHAPES = [
  [1.4, -2.3, 2.4, -2.1],
  [-2.7, -0.09, -0.86, -2.2],
  [-0.827, -1.637, 1.659, -0.943],
  [2.01, -2.53, 1.61, -0.33],
  [-2.24, 0.43, -0.65, -2.43],
  [1.641, 1.902, 0.316, 1.525],
  [-2, -2, -1.2, 2],
  [0.97, -1.899, 1.381, -1.506],
] as const;

function attractor(width: number, height: number, random: StyleInput["random"]) {
  const exposure = new Float32Array(width * height);
  const [a, b, c, d] = random.pick(SHAPES);
  // Plain local numbers: a closure would box each of the millions.
  let x = 0.1;
  let y = 0.1;
  let [left, right, top, bottom] = [9, -9, 9, -9];
  for (let sample = 0; sample < 20_000; sample++) {
    const next = Math.sin(a * y) - Math.cos(b * x);
    y = Math.sin(c * x) - Math.cos(d * y);
    x = next;
    if (sample < 100) continue;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const turned = height > width !== bottom - top > right - left;
  const [spanX, spanY] = turned ? [bottom - top, right - left] : [right - left, bottom - top];
  const scale = Math.min(width / spanX, height / spanY) * 0.84;
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  for (let sample = 0; sample < 2_600_000; sample++) {
    const next = Math.sin(a * y) - Math.cos(b * x);
    y = Math.sin(c * x) - Math.cos(d * y);
    x = next;
    const across = turned ? y - middleY : x - middleX;
    const down = turned ? x - middleX : y - middleY;
    expose(exposure, width, height, width / 2 + across * scale, height / 2 + down * scale, 1);
  }
  return exposure;
}
