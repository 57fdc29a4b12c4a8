import { mix, shift } from "#local/seed/art/colour.ts";
import { createNoise, layered } from "#local/seed/art/noise.ts";
import { drawSvg } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Isometric towns of plain blocks in afternoon light.
 * Palette: sky above, sky below, then walls from low to high. Moods: "town" (edge to edge), "hill" (one mound), "steps" (terraces).
 */
export function blocks({ width, height, random, palette, mood }: StyleInput) {
  const [above, below, ...walls] = palette;
  const unit = Math.min(width, height);
  const noise = createNoise(random);
  const side = unit / (mood === "hill" ? 21 : 15);
  const [halfWide, halfHigh] = [side, side * 0.5];
  const radius = mood === "hill" ? 8 : Math.ceil((width + height) / side / 1.6);
  const tallest = unit * (mood === "hill" ? 0.4 : 0.19);
  const middleY = mood === "hill" ? height * 0.66 : height * 0.56;
  const shapes: string[] = [];
  for (let sum = -radius * 2; sum <= radius * 2; sum++)
    for (let column = -radius; column <= radius; column++) {
      const row = sum - column;
      if (Math.abs(row) > radius) continue;
      const x = width / 2 + (column - row) * halfWide;
      const y = middleY + sum * halfHigh;
      if (x < -halfWide * 2 || x > width + halfWide * 2 || y < -tallest || y > height + tallest * 1.2) continue;
      const swell = 0.5 + layered(noise, column * 0.13 + 7, row * 0.13 + 3, 2) * 0.9;
      const away = Math.max(Math.abs(column), Math.abs(row)) / radius;
      let share =
        mood === "hill"
          ? (1 - away ** 1.3) * 0.75 + random.next() * 0.25 * (1 - away)
          : swell * 0.9 + random.next() * 0.12;
      if (mood === "steps") share = Math.round(swell * 8) / 8;
      share = Math.min(1, Math.max(0, share));
      const lift = tallest * share + (mood === "hill" ? side * 0.3 : 0);
      const place = Math.min(walls.length - 1.001, Math.max(0, share * (walls.length - 1)));
      const index = Math.floor(place);
      const flat = mix(walls[index] ?? above, walls[index + 1] ?? above, place - index);
      const wall = random.chance(0.05) && mood !== "steps" ? random.pick(walls) : flat;
      shapes.push(
        block(x, y, lift, mood === "hill" ? side * 0.2 : tallest, halfWide, halfHigh, wall, random, mood !== "steps"),
      );
    }
  const sun =
    mood === "hill"
      ? `<circle cx="${width * random.pick([0.28, 0.72])}" cy="${height * 0.24}" r="${unit * 0.1}" fill="${walls.at(-1)}"/>`
      : "";
  const sky = `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/>`;
  return drawSvg(width, height, above, `${sky}${sun}${shapes.join("")}`);
}

function block(
  x: number,
  y: number,
  lift: number,
  root: number,
  wide: number,
  high: number,
  wall: string,
  random: StyleInput["random"],
  openings: boolean,
): string {
  const top = y - lift;
  const tall = lift + root;
  const f = (value: number) => value.toFixed(1);
  const face = (points: string, fill: string) =>
    `<path d="${points}Z" fill="${fill}" stroke="${fill}" stroke-width="0.8"/>`;
  const parts = [
    face(`M${f(x - wide)} ${f(top)}l${f(wide)} ${f(high)}v${f(tall)}l${f(-wide)} ${f(-high)}`, shift(wall, -0.04)),
    face(`M${f(x + wide)} ${f(top)}l${f(-wide)} ${f(high)}v${f(tall)}l${f(wide)} ${f(-high)}`, shift(wall, -0.17)),
    face(
      `M${f(x - wide)} ${f(top)}l${f(wide)} ${f(-high)}l${f(wide)} ${f(high)}l${f(-wide)} ${f(high)}`,
      shift(wall, 0.055),
    ),
  ];
  if (openings && random.chance(0.34)) {
    const left = random.chance(0.5);
    const slope = left ? 0.5 : -0.5;
    const [startX, startY] = left ? [x - wide * 0.66, top + high * 0.34] : [x + wide * 0.28, top + high * 0.72];
    const pane = wide * 0.15;
    for (const rank of [0, 1]) {
      const px = startX + rank * wide * 0.28;
      const py = startY + rank * wide * 0.28 * slope + wide * 0.26;
      parts.push(
        `<path d="M${f(px)} ${f(py)}l${f(pane)} ${f(pane * slope)}v${f(wide * 0.3)}l${f(-pane)} ${f(-pane * slope)}Z" fill="${shift(wall, left ? -0.3 : -0.36)}"/>`,
      );
    }
  }
  return parts.join("");
}
