import { mix, rgb } from "#local/seed/art/colour.ts";
import { shade } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Chladni figures: sand gathers where a ringing plate stands still.
 * Palette: table, plate, sand, and a second sand for some plates. Moods: "single", "set" (a grid of plates), "disc" (a round plate).
 */
export function sand({ width, height, random, palette, mood }: StyleInput) {
  const [table, plate, grainColour = table, second = grainColour] = palette;
  const unit = Math.min(width, height);
  const across = mood === "set" ? Math.max(2, Math.round(width / (unit * 0.36))) : 1;
  const down = mood === "set" ? Math.max(2, Math.round(height / (unit * 0.36))) : 1;
  const room = Math.min(width / across, height / down);
  const size = room * (mood === "set" ? 0.84 : 0.86);
  const plates = Array.from({ length: across * down }, (_, index) => {
    const n = random.whole(2, mood === "set" ? 6 : 8);
    const m = n + random.whole(1, 4);
    return {
      n,
      m,
      blend: random.pick([-1, 1]) * random.between(0.55, 1),
      sand: rgb(index % 3 === 1 ? second : grainColour),
      fold: random.whole(3, 8),
    };
  });
  const floor = rgb(table);
  const metal = rgb(plate);
  const bright = rgb(mix(plate, "#ffffff", 0.1));
  const specks = Float32Array.from({ length: 65536 }, () => random.next());

  return shade(width, height, (x, y, out) => {
    const left = (width - across * room) / 2;
    const top = (height - down * room) / 2;
    const column = Math.floor((x - left) / room);
    const row = Math.floor((y - top) / room);
    const u = (x - left - (column + 0.5) * room) / size;
    const v = (y - top - (row + 0.5) * room) / size;
    const here = column >= 0 && column < across && row >= 0 && row < down ? plates[row * across + column] : undefined;
    const edge = mood === "disc" ? 0.5 - Math.sqrt(u * u + v * v) : 0.5 - Math.max(Math.abs(u), Math.abs(v));
    if (!here || edge < 0) {
      const shadow = here ? 1 - 0.45 * Math.exp((edge * size) / (unit * 0.018)) * (u + v > -0.2 ? 1 : 0.4) : 1;
      for (let channel = 0; channel < 3; channel++) out[channel] = (floor[channel] ?? 0) * shadow;
      return;
    }
    const value = mood === "disc" ? roundMode(u, v, here) : squareMode(u + 0.5, v + 0.5, here);
    const speck = specks[((x * 7919 + y * 104729 + ((x * y) % 8191)) >>> 0) & 65535] ?? 0;
    const pile = Math.exp(-((value * 7.5) ** 2)) * 1.15 + 0.012;
    const cover = edge < 0.006 ? 0 : speck < pile ? 0.72 + 0.28 * speck : 0;
    const sheen = Math.max(0, 0.5 - (u + v) * 0.55);
    for (let channel = 0; channel < 3; channel++) {
      const low = metal[channel] ?? 0;
      const surface = low + ((bright[channel] ?? 0) - low) * sheen;
      out[channel] = surface + ((here.sand[channel] ?? 0) - surface) * cover;
    }
  });
}

type Mode = { n: number; m: number; blend: number; fold: number };

function squareMode(u: number, v: number, { n, m, blend }: Mode): number {
  const a = Math.cos(n * Math.PI * u) * Math.cos(m * Math.PI * v);
  const b = Math.cos(m * Math.PI * u) * Math.cos(n * Math.PI * v);
  return (a + blend * b) / (1 + Math.abs(blend));
}

/** Ring nodes crossed with spokes, the shape of a drum's modes. */
function roundMode(u: number, v: number, { n, m, fold, blend }: Mode): number {
  const radius = Math.sqrt(u * u + v * v) * 2;
  const angle = Math.atan2(v, u);
  const spokes = Math.cos(angle * fold) * Math.sin(radius * Math.PI * (n * 0.5 + 1)) * Math.min(1, radius * 2);
  return (Math.cos(radius * Math.PI * (m * 0.45)) * 0.8 + blend * spokes) / 1.6;
}
