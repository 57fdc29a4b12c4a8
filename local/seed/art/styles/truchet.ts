import { ramp, rampIndex } from "#local/seed/art/colour.ts";
import { createNoise } from "#local/seed/art/noise.ts";
import { createRaster, drawSvg } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Winged Truchet tiles of several sizes (Carlson, 2018): two intertwined mazes, each with its own gradient.
 * Palette: two colours of the ground's gradient, then the maze's gradient. Moods: "maze", "rings".
 */
export async function truchet(input: StyleInput) {
  const { width, height, random, palette } = input;
  const mask = await (input.mood === "rings" ? ringMask(input) : mazeMask(input));
  const [first, second, ...inks] = palette;
  const low = ramp([first, second]);
  const high = ramp(inks);
  const noise = createNoise(random);
  const [leanX, leanY] = [random.between(-0.5, 0.5), random.between(0.4, 0.9)];
  const picture = createRaster(width, height);
  let at = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const drift = noise(x * 0.0016, y * 0.0016) * 0.34;
      const place = 0.5 + leanX * (x / width - 0.5) + leanY * (y / height - 0.5) + drift;
      const index = rampIndex(place);
      const share = (mask.data[at] ?? 0) / 255;
      for (let channel = 0; channel < 3; channel++) {
        const under = low[index + channel] ?? 0;
        picture.data[at + channel] = under + ((high[index + channel] ?? 0) - under) * share;
      }
      at += 3;
    }
  }
  return picture;
}

function mazeMask({ width, height, random }: StyleInput) {
  const unit = Math.min(width, height) / random.pick([3, 4, 4]);
  type Tile = { x: number; y: number; size: number; depth: number };
  const levels: Tile[][] = [[], [], [], []];
  const split = (tile: Tile) => {
    if (tile.depth < 3 && random.chance([0.72, 0.6, 0.42][tile.depth] ?? 0)) {
      const size = tile.size / 2;
      for (const [dx, dy] of [
        [0, 0],
        [size, 0],
        [0, size],
        [size, size],
      ] as const)
        split({ x: tile.x + dx, y: tile.y + dy, size, depth: tile.depth + 1 });
    } else levels[tile.depth]?.push(tile);
  };
  for (let y = -unit * 0.3; y < height; y += unit)
    for (let x = -unit * 0.3; x < width; x += unit) split({ x, y, size: unit, depth: 0 });
  const shapes = levels.flatMap((tiles, depth) => {
    const [ink, paper] = depth % 2 ? ["#000", "#fff"] : ["#fff", "#000"];
    return [
      ...tiles.map(({ x, y, size }) => `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${paper}"/>`),
      ...tiles.map((tile) => wingedTile(tile, ink ?? "", paper ?? "", random)),
    ];
  });
  return drawSvg(width, height, "#000", shapes.join(""));
}

function wingedTile(
  { x, y, size }: { x: number; y: number; size: number },
  ink: string,
  paper: string,
  random: StyleInput["random"],
): string {
  const third = size / 3;
  const half = size / 2;
  const dot = (dx: number, dy: number, radius: number, fill: string) =>
    `<circle cx="${x + dx}" cy="${y + dy}" r="${radius}" fill="${fill}"/>`;
  const arc = (dx: number, dy: number, fromX: number, fromY: number, toX: number, toY: number) =>
    `<path d="M${x + fromX} ${y + fromY}A${half} ${half} 0 0 ${dx} ${x + toX} ${y + toY}" fill="none" stroke="${ink}" stroke-width="${third}"/>${dy ? "" : ""}`;
  const corners = [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
  ] as const;
  const wings = corners.map(([dx, dy]) => dot(dx, dy, third, paper)).join("");
  const sides = [
    [half, 0],
    [size, half],
    [half, size],
    [0, half],
  ] as const;
  const knobs = sides.map(([dx, dy]) => dot(dx, dy, third / 2, ink)).join("");
  const kind = random.next();
  let middle = "";
  if (kind < 0.42) middle = arc(1, 0, half, 0, 0, half) + arc(1, 0, half, size, size, half);
  else if (kind < 0.84) middle = arc(0, 0, half, 0, size, half) + arc(1, 0, 0, half, half, size);
  else if (kind < 0.92)
    middle = `<path d="M${x + half} ${y}V${y + size}M${x} ${y + half}H${x + size}" stroke="${ink}" stroke-width="${third}"/>`;
  return wings + knobs + middle;
}

function ringMask({ width, height, random }: StyleInput) {
  const unit = Math.min(width, height) / random.pick([5, 6, 7]);
  const bands = random.pick([3, 4, 5]);
  const shapes: string[] = [];
  for (let y = 0; y < height; y += unit)
    for (let x = 0; x < width; x += unit) {
      const flip = random.chance(0.5);
      const rings = (cx: number, cy: number) =>
        Array.from({ length: bands * 2 }, (_, ring) => {
          const radius = (unit * (bands * 2 - ring - 0.5)) / (bands * 2);
          return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${ring % 2 ? "#000" : "#fff"}"/>`;
        }).join("");
      const [a, b] = flip ? [rings(x, y), rings(x + unit, y + unit)] : [rings(x + unit, y), rings(x, y + unit)];
      shapes.push(
        `<svg x="${x}" y="${y}" width="${unit + 0.5}" height="${unit + 0.5}" viewBox="${x} ${y} ${unit} ${unit}" overflow="hidden">${a}${b}</svg>`,
      );
    }
  return drawSvg(width, height, "#000", shapes.join(""));
}
