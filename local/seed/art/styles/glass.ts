import { mix, shift } from "#local/seed/art/colour.ts";
import { createNoise } from "#local/seed/art/noise.ts";
import { drawSvg, light, smoothField } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

type Point = readonly [number, number];

/**
 * Stained glass: Voronoi cells in lead, lit from behind.
 * Palette: lead, then glass from the light's heart outwards. Moods: "rose" (rings around a middle), "window" (a sun among shards).
 */
export async function glass(input: StyleInput) {
  const { width, height, random, palette } = input;
  const [lead, ...panes] = palette;
  const unit = Math.min(width, height);
  const rose = input.mood === "rose";
  const heart: Point = rose
    ? [width / 2, height / 2]
    : [width * random.between(0.25, 0.75), height * random.between(0.2, 0.55)];
  const sites = rose ? roseSites(input, heart) : shardSites(input, heart);
  const far = Math.hypot(Math.max(heart[0], width - heart[0]), Math.max(heart[1], height - heart[1]));
  const cells = sites.map((site) => {
    const distance = Math.hypot(site[0] - heart[0], site[1] - heart[1]) / far;
    const place = Math.min(0.999, Math.max(0, distance ** 0.8 + (rose ? 0 : random.normal() * 0.07))) * panes.length;
    const index = Math.floor(place);
    const pane = panes[index] ?? lead;
    const colour =
      !rose && distance > 0.35 && random.chance(0.06)
        ? random.pick(panes)
        : mix(pane, panes[index + 1] ?? pane, (place - index) * 0.7);
    const points = cellAround(site, sites, width, height).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
    return `<polygon points="${points.join(" ")}" fill="${shift(colour, random.normal() * 0.025)}"/>`;
  });
  const stroke = unit * 0.0068;
  const picture = await drawSvg(
    width,
    height,
    lead,
    `<g stroke="${lead}" stroke-width="${stroke}" stroke-linejoin="round">${cells.join("")}</g>`,
  );
  const noise = createNoise(random);
  const bubbles = smoothField(width, height, 4, (x, y) => {
    const swirl = noise(x * 0.004, y * 0.004) * 2;
    const streak = noise(x * 0.006 + swirl, y * 0.022 + swirl);
    const glow = Math.exp(-((Math.hypot(x - heart[0], y - heart[1]) / far) ** 2) * 3.2);
    return 0.86 + 0.1 * streak + 0.26 * glow;
  });
  return light(picture, (x, y) => bubbles[y * width + x] ?? 1);
}

function roseSites({ width, height, random }: StyleInput, heart: Point): Point[] {
  const sites: Point[] = [heart];
  const step = Math.min(width, height) * random.between(0.062, 0.075);
  const fold = random.pick([6, 8, 10]);
  for (let ring = 1; ring * step < Math.hypot(width, height) / 2 + step; ring++) {
    const count = fold * Math.max(1, Math.round(ring * 0.55));
    for (let index = 0; index < count; index++) {
      const angle = ((index + (ring % 2) / 2) / count) * 2 * Math.PI;
      const radius = step * (ring + (ring % 3 === 0 ? 0.16 * (index % 2 ? 1 : -1) : 0));
      const site: Point = [heart[0] + Math.cos(angle) * radius, heart[1] + Math.sin(angle) * radius];
      if (site[0] > -step && site[1] > -step && site[0] < width + step && site[1] < height + step) sites.push(site);
    }
  }
  return sites;
}

function shardSites({ width, height, random }: StyleInput, heart: Point): Point[] {
  const sites: Point[] = [heart];
  const unit = Math.min(width, height);
  const disc = unit * random.between(0.13, 0.18);
  for (let index = 0; index < 16; index++) {
    const angle = (index / 16) * 2 * Math.PI;
    sites.push([heart[0] + Math.cos(angle) * disc * 2, heart[1] + Math.sin(angle) * disc * 2]);
  }
  for (let attempt = 0; attempt < 6000 && sites.length < 260; attempt++) {
    const site: Point = [random.between(0, width), random.between(0, height)];
    const away = Math.hypot(site[0] - heart[0], site[1] - heart[1]);
    const room = unit * 0.045 + away * 0.035;
    if (away < disc * 2.3) continue;
    if (sites.every((other) => Math.hypot(site[0] - other[0], site[1] - other[1]) > room)) sites.push(site);
  }
  return sites;
}

/** The polygon of everything nearer to `site` than to any other: a rectangle cut by one half-plane after another. */
function cellAround(site: Point, sites: readonly Point[], width: number, height: number): Point[] {
  let cell: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  for (const other of sites) {
    if (other === site) continue;
    const [normalX, normalY] = [other[0] - site[0], other[1] - site[1]];
    const limit = (normalX * (other[0] + site[0]) + normalY * (other[1] + site[1])) / 2;
    const cut: Point[] = [];
    for (const [index, point] of cell.entries()) {
      const next = cell[(index + 1) % cell.length] ?? point;
      const here = normalX * point[0] + normalY * point[1] - limit;
      const there = normalX * next[0] + normalY * next[1] - limit;
      if (here <= 0) cut.push(point);
      if (here < 0 !== there < 0) {
        const share = here / (here - there);
        cut.push([point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share]);
      }
    }
    cell = cut;
  }
  return cell;
}
