import { mix, shift } from "#local/seed/art/colour.ts";
import type { Random } from "#local/seed/art/random.ts";
import { drawSvg } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Pressed plants grown from a rule: stems that curve, leaves that follow.
 * Palette: paper, disc behind the plant, then leaf colours and, last, the blossom. Moods: "fern", "branch", "meadow".
 */
export function plants({ width, height, random, palette, mood }: StyleInput) {
  const [paper, disc, ...rest] = palette;
  const blossom = rest.at(-1) ?? disc;
  const leaves = rest.slice(0, -1);
  const unit = Math.min(width, height);
  const parts: string[] = [
    `<circle cx="${width * random.between(0.42, 0.58)}" cy="${height * random.between(0.38, 0.46)}" r="${unit * random.between(0.29, 0.35)}" fill="${disc}"/>`,
  ];
  const count = { fern: 5, branch: 3, meadow: 13 }[mood] ?? 5;
  const spread = mood === "meadow" ? 0.86 : 0.34;
  const order = random.shuffle(Array.from({ length: count }, (_, index) => index));
  for (const [rank, index] of order.entries()) {
    const side = count === 1 ? 0 : (index / (count - 1)) * 2 - 1;
    const x = width / 2 + side * width * 0.5 * spread + random.normal() * unit * 0.012;
    const foot = mood === "meadow" ? height * 1.02 : height * random.between(0.93, 0.97);
    const tall = height * random.between(0.6, 0.8) * (1 - Math.abs(side) * (mood === "meadow" ? 0.1 : 0.22));
    const base = leaves[rank % leaves.length] ?? disc;
    const colour = mix(base, paper, mood === "meadow" ? 0.3 * (1 - rank / count) : 0);
    const lean = side * (mood === "meadow" ? 0.12 : 0.42) + random.normal() * 0.06;
    const kind = mood === "meadow" ? random.pick(["grass", "bloom", "bloom", "umbel", "fern"]) : mood;
    parts.push(stem({ x, y: foot, tall, lean, colour, blossom, kind, unit, random }));
  }
  return drawSvg(width, height, paper, parts.join(""));
}

type Stem = {
  x: number;
  y: number;
  tall: number;
  lean: number;
  colour: string;
  blossom: string;
  kind: string;
  unit: number;
  random: Random;
};

function stem({ x, y, tall, lean, colour, blossom, kind, unit, random }: Stem): string {
  const steps = { fern: 30, branch: 15, grass: 10, bloom: 11, umbel: 9 }[kind] ?? 16;
  const curl = random.normal() * 0.02 + lean * (kind === "fern" ? 0.075 : 0.045);
  const parts: string[] = [];
  const trail = [`M${x.toFixed(1)} ${y.toFixed(1)}`];
  let heading = -Math.PI / 2 + lean * 0.55;
  const stride = tall / steps;
  const bare = kind === "fern" || kind === "branch" ? 0.14 : 0.2;
  for (let step = 0; step < steps; step++) {
    heading += curl;
    x += Math.cos(heading) * stride;
    y += Math.sin(heading) * stride;
    trail.push(`L${x.toFixed(1)} ${y.toFixed(1)}`);
    const along = (step + 1) / steps;
    if (along < bare) continue;
    const size = Math.sin(Math.PI * (0.12 + 0.86 * along)) ** 0.8;
    if (kind === "fern") {
      const length = tall * 0.25 * size * (1.1 - along * 0.5);
      for (const side of [-1, 1]) parts.push(leaf(x, y, heading + side * (1.12 - along * 0.35), length, 0.13, colour));
    } else if (kind === "branch") {
      const side = step % 2 ? 1 : -1;
      parts.push(
        leaf(
          x,
          y,
          heading + side * random.between(0.7, 0.95),
          tall * random.between(0.15, 0.2) * (0.5 + size * 0.6),
          0.42,
          colour,
        ),
      );
      if (random.chance(0.3)) parts.push(berry(x, y, heading - side * 0.8, unit * 0.05, unit, blossom, colour));
    } else if (kind === "grass" && along > 0.55) {
      for (const side of [-1, 1]) parts.push(leaf(x, y, heading + side * 0.42, tall * 0.075, 0.24, colour));
    } else if (kind === "bloom" && along < 0.75 && step % 2) {
      parts.push(leaf(x, y, heading + (step % 4 === 1 ? 1 : -1) * 0.72, tall * 0.17, 0.2, colour));
    }
  }
  if (kind === "bloom") parts.push(flower(x, y, unit * random.between(0.036, 0.058), blossom, colour, random));
  if (kind === "umbel") parts.push(umbel(x, y, heading, tall * 0.2, unit, blossom, colour));
  if (kind === "branch" || kind === "fern")
    parts.push(leaf(x, y, heading, tall * (kind === "fern" ? 0.05 : 0.13), 0.3, colour));
  const line = `<path d="${trail.join("")}" fill="none" stroke="${shift(colour, -0.06)}" stroke-width="${(unit * 0.0046).toFixed(1)}" stroke-linecap="round"/>`;
  return line + parts.join("");
}

/** A leaf of two halves, one in shade. */
function leaf(x: number, y: number, heading: number, length: number, plump: number, colour: string): string {
  const half = length * plump;
  const blade = (side: number) =>
    `M0 0C${(length * 0.28).toFixed(1)} ${(side * half).toFixed(1)} ${(length * 0.7).toFixed(1)} ${(side * half * 0.8).toFixed(1)} ${length.toFixed(1)} 0Z`;
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((heading * 180) / Math.PI).toFixed(1)})"><path d="${blade(1)}" fill="${colour}"/><path d="${blade(-1)}" fill="${shift(colour, 0.055)}"/></g>`;
}

function berry(
  x: number,
  y: number,
  heading: number,
  reach: number,
  unit: number,
  fill: string,
  stalk: string,
): string {
  const [endX, endY] = [x + Math.cos(heading) * reach, y + Math.sin(heading) * reach];
  return `<path d="M${x} ${y}L${endX} ${endY}" stroke="${stalk}" stroke-width="${unit * 0.003}"/><circle cx="${endX}" cy="${endY}" r="${unit * 0.0125}" fill="${fill}"/>`;
}

function flower(x: number, y: number, size: number, fill: string, heart: string, random: Random): string {
  const petals = random.pick([6, 8, 11]);
  const turn = random.between(0, 60);
  const ring = Array.from({ length: petals }, (_, index) => {
    const tone = shift(fill, index % 2 ? 0.03 : -0.015);
    return `<ellipse cy="${-size * 0.62}" rx="${(size * 2.1) / petals}" ry="${size * 0.62}" fill="${tone}" transform="rotate(${turn + (index * 360) / petals})"/>`;
  });
  return `<g transform="translate(${x} ${y})">${ring.join("")}<circle r="${size * 0.3}" fill="${shift(heart, -0.1)}"/></g>`;
}

function umbel(
  x: number,
  y: number,
  heading: number,
  reach: number,
  unit: number,
  fill: string,
  stalk: string,
): string {
  return Array.from({ length: 11 }, (_, index) => {
    const angle = heading + (index / 10 - 0.5) * 1.9;
    return berry(x, y, angle, reach * (0.85 + 0.15 * Math.cos((index / 10 - 0.5) * 3)), unit, fill, stalk);
  }).join("");
}
