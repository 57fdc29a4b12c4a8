import { createNoise } from "#local/seed/art/noise.ts";
import { drawSvg } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Broad strokes that follow one current and never touch.
 * Palette: ground, then inks from most to least used. Moods: "calm", "eddies", "angular".
 */
export function currents({ width, height, random, palette, mood }: StyleInput) {
  const [ground, ...inks] = palette;
  const noise = createNoise(random);
  const unit = Math.min(width, height);
  const scale = { calm: 0.75, eddies: 2, angular: 1.3 }[mood] ?? 1;
  const lean = random.between(0, Math.PI * 2);
  const angle = (x: number, y: number) => {
    const turn = lean + noise((x / unit) * scale + 31, (y / unit) * scale + 7) * (mood === "eddies" ? 4.4 : 2.6);
    return mood === "angular" ? Math.round(turn / (Math.PI / 6)) * (Math.PI / 6) : turn;
  };
  const cell = 4;
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const taken = new Int16Array(columns * rows);
  const gap = unit * 0.0045;

  const free = (x: number, y: number, reach: number, self: number) => {
    const steps = Math.ceil(reach / cell);
    const column = Math.round(x / cell);
    const row = Math.round(y / cell);
    for (let dy = -steps; dy <= steps; dy++)
      for (let dx = -steps; dx <= steps; dx++) {
        if (dx * dx + dy * dy > steps * steps) continue;
        const [c, r] = [column + dx, row + dy];
        if (c < 0 || r < 0 || c >= columns || r >= rows) continue;
        const owner = taken[r * columns + c];
        if (owner && owner !== self) return false;
      }
    return true;
  };
  const take = (x: number, y: number, reach: number, self: number) => {
    const steps = Math.ceil(reach / cell);
    for (let dy = -steps; dy <= steps; dy++)
      for (let dx = -steps; dx <= steps; dx++) {
        if (dx * dx + dy * dy > steps * steps) continue;
        const [c, r] = [Math.round(x / cell) + dx, Math.round(y / cell) + dy];
        if (c >= 0 && r >= 0 && c < columns && r < rows) taken[r * columns + c] = self;
      }
  };

  const strokes: string[] = [];
  const widths = [0.034, 0.034, 0.022, 0.014, 0.009, 0.006].map((share) => share * unit);
  let self = 0;
  for (const [rank, breadth] of widths.entries()) {
    const tries = [90, 160, 420, 900, 1300, 1500][rank] ?? 500;
    for (let attempt = 0; attempt < tries; attempt++) {
      self++;
      const half = breadth / 2;
      const trail: [number, number][] = [];
      let x = random.between(-0.05, 1.05) * width;
      let y = random.between(-0.05, 1.05) * height;
      const steps = random.whole(14, 75);
      const stride = Math.max(7, unit * 0.0085);
      for (let step = 0; step < steps && free(x, y, half + gap, self); step++) {
        trail.push([x, y]);
        const heading = angle(x, y);
        x += Math.cos(heading) * stride;
        y += Math.sin(heading) * stride;
      }
      if (trail.length < 5 + (rank < 3 ? 5 : 0)) continue;
      for (const [px, py] of trail) take(px, py, half + gap * 0.4, self);
      const ink = random.chance(0.42) ? inks[0] : random.pick(inks);
      const points = trail.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
      strokes.push(`<path d="M${points}" stroke="${ink}" stroke-width="${breadth.toFixed(1)}"/>`);
    }
  }
  return drawSvg(
    width,
    height,
    ground,
    `<g fill="none" stroke-linecap="${mood === "angular" ? "butt" : "round"}" stroke-linejoin="round">${strokes.join("")}</g>`,
  );
}
