import { mix, shift } from "#local/seed/art/colour.ts";
import { drawSvg } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

type Circle = { x: number; y: number; radius: number };

/**
 * Circles packed as tightly as they go, each with its own ornament.
 * Palette: ground, then inks. Moods: "field" (edge to edge), "planet" (inside one great circle).
 */
export function orbits({ width, height, random, palette, mood }: StyleInput) {
  const [ground, ...inks] = palette;
  const unit = Math.min(width, height);
  const planet = mood === "planet";
  const [middleX, middleY, reach] = [width / 2, height / 2, unit * 0.44];
  const circles: Circle[] = [];
  const largest = unit * (planet ? 0.13 : 0.15);
  for (let attempt = 0; attempt < 9000 && circles.length < 420; attempt++) {
    const x = random.between(0, width);
    const y = random.between(0, height);
    const cap = largest * (1 - attempt / 9500) ** 1.6 + unit * 0.008;
    let radius = cap;
    if (planet) radius = Math.min(radius, reach - Math.hypot(x - middleX, y - middleY));
    for (const other of circles)
      radius = Math.min(radius, Math.hypot(x - other.x, y - other.y) - other.radius - unit * 0.005);
    if (radius > unit * 0.007 && (radius > cap * 0.75 || attempt > 4500)) circles.push({ x, y, radius });
  }
  const back = planet
    ? `<circle cx="${middleX}" cy="${middleY}" r="${reach + unit * 0.014}" fill="${shift(ground, 0.05)}"/>`
    : "";
  const body = circles.map((circle) => ornament(circle, ground, inks, random)).join("");
  return drawSvg(width, height, ground, back + body);
}

function ornament({ x, y, radius }: Circle, ground: string, inks: readonly string[], random: StyleInput["random"]) {
  const ink = random.pick(inks);
  const second = random.pick(inks.filter((other) => other !== ink));
  const disc = (share: number, fill: string) =>
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(radius * share).toFixed(1)}" fill="${fill}"/>`;
  const turned = (body: string) =>
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${random.whole(0, 11) * 30})">${body}</g>`;
  if (radius < 14) return disc(1, ink);
  switch (random.whole(0, 7)) {
    case 0:
      return disc(1, ink) + disc(0.66, ground) + disc(0.4, second);
    case 1:
      return [1, 0.82, 0.64, 0.46, 0.28].map((share, ring) => disc(share, ring % 2 ? ground : ink)).join("");
    case 2:
      return disc(1, ink) + turned(`<path d="M${-radius} 0A${radius} ${radius} 0 0 1 ${radius} 0Z" fill="${second}"/>`);
    case 3: {
      const spokes = Array.from({ length: 12 }, (_, index) => {
        const angle = (index / 12) * 2 * Math.PI;
        return `M${Math.cos(angle) * radius * 0.42} ${Math.sin(angle) * radius * 0.42}L${Math.cos(angle) * radius * 0.84} ${Math.sin(angle) * radius * 0.84}`;
      }).join("");
      return (
        disc(1, ink) +
        turned(`<path d="${spokes}" stroke="${ground}" stroke-width="${radius * 0.07}" stroke-linecap="round"/>`) +
        disc(0.24, second)
      );
    }
    case 4: {
      const moon = `<circle r="${radius * 0.72}" cx="${radius * 0.28}" fill="${mix(ink, ground, 0.72)}"/>`;
      return disc(1, ink) + turned(moon);
    }
    case 5: {
      const petals = Array.from({ length: 8 }, (_, index) => {
        return `<ellipse rx="${radius * 0.15}" ry="${radius * 0.34}" cy="${-radius * 0.5}" fill="${ground}" transform="rotate(${index * 45})"/>`;
      }).join("");
      return disc(1, ink) + turned(petals) + disc(0.14, second);
    }
    case 6: {
      const quarter = (turn: number, fill: string) =>
        `<path d="M0 0L${radius} 0A${radius} ${radius} 0 0 1 0 ${radius}Z" fill="${fill}" transform="rotate(${turn})"/>`;
      return disc(1, ink) + turned(quarter(0, second) + quarter(180, second)) + disc(0.3, ground);
    }
    default:
      return disc(1, ink);
  }
}
