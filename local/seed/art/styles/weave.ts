import { mix, rgb, shift } from "#local/seed/art/colour.ts";
import { createNoise } from "#local/seed/art/noise.ts";
import { shade, smoothField } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Ribbons that pass over and under each other, each throwing a small shadow.
 * Palette: the dark between the ribbons, then the dyes. Moods: "basket" (over one, under one), "twill" (over two, stepping), "sway" (on curving threads).
 */
export function weave({ width, height, random, palette, mood }: StyleInput) {
  const [gap, ...dyes] = palette;
  const unit = Math.min(width, height);
  const size = unit / random.pick([11, 13, 15]);
  const noise = createNoise(random);
  const angle = mood === "basket" ? Math.PI / 4 : mood === "sway" ? 0.5 : random.pick([0, Math.PI / 4]);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const bend = mood === "sway" ? size * 2.4 : size * 0.1;
  const swayU = smoothField(width, height, 4, (x, y) => bend * noise((x / unit) * 1.4, (y / unit) * 1.4));
  const swayV = smoothField(width, height, 4, (x, y) => bend * noise((x / unit) * 1.4 + 50, (y / unit) * 1.4 + 50));
  const warp = threads(dyes, random);
  const weft = threads(random.shuffle(dyes), random);
  const dark = rgb(gap);
  const fill = 0.9;

  const over = (column: number, row: number) =>
    mood === "twill" ? (((column + row) % 4) + 4) % 4 < 2 : (((column + row) % 2) + 2) % 2 === 0;

  return shade(width, height, (x, y, out) => {
    const at = y * width + x;
    const u = (x * cos + y * sin + (swayU[at] ?? 0)) / size;
    const v = (-x * sin + y * cos + (swayV[at] ?? 0)) / size;
    const column = Math.floor(u);
    const row = Math.floor(v);
    const across = Math.abs(u - column - 0.5) * 2;
    const along = Math.abs(v - row - 0.5) * 2;
    const warpOver = over(column, row);
    const [first, second] = warpOver ? [across, along] : [along, across];
    const onFirst = first < fill;
    if (!onFirst && second >= fill) {
      out.set(dark);
      return;
    }
    const isWarp = onFirst === warpOver;
    const table = isWarp ? warp : weft;
    const index = isWarp ? column : row;
    const place = isWarp ? across : along;
    const travel = isWarp ? along : across;
    const thread = table[((index % table.length) + table.length) % table.length];
    if (!thread) return;
    const colour = place > 0.56 && place < 0.7 ? thread.edge : thread.body;
    const crown = onFirst ? 1.07 - 0.26 * travel * travel * travel : 0.74 - 0.3 * (1 - first) ** 2;
    const fold = crown * (1.02 - 0.13 * place * place * place * place);
    const soft = Math.min(1, ((fill - place) * size) / 2.4);
    for (let channel = 0; channel < 3; channel++) {
      const under = (dark[channel] ?? 0) * (1 - soft);
      out[channel] = under + (colour[channel] ?? 0) * fold * soft;
    }
  });
}

/** A repeating order of ribbons: few dyes, in runs, so that the cloth gets stripes and checks. */
function threads(dyes: readonly string[], random: StyleInput["random"]) {
  const order: string[] = [];
  const used = random.shuffle(dyes).slice(0, Math.min(4, dyes.length));
  while (order.length < 12) {
    const dye = random.pick(used);
    for (let run = random.whole(1, 3); run > 0; run--) order.push(dye);
  }
  return order.map((dye) => ({
    body: rgb(dye),
    edge: rgb(random.chance(0.4) ? mix(dye, random.pick(dyes), 0.55) : shift(dye, 0.035)),
  }));
}
