import { mix, shift } from "#local/seed/art/colour.ts";
import { createNoise, layered } from "#local/seed/art/noise.ts";
import { drawSvg, light, smoothField } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

type Box = { x: number; y: number; width: number; height: number };

/**
 * A canvas divided again and again into quiet fields of washed colour.
 * Palette: ground, then inks. Moods: "wash" (soft gradients), "nested" (squares within squares), "stripes" (some fields ruled).
 */
export async function panels({ width, height, random, palette, mood }: StyleInput) {
  const [ground, ...inks] = palette;
  const unit = Math.min(width, height);
  const margin = unit * 0.05;
  const gap = unit * 0.011;
  const boxes: Box[] = [];
  const smallest = unit * (mood === "nested" ? 0.2 : 0.13);
  const split = (box: Box, depth: number) => {
    const long = Math.max(box.width, box.height);
    if (depth > 5 || long < smallest * 1.8 || (depth > 2 && random.chance(0.3))) {
      boxes.push(box);
      return;
    }
    const share = random.pick([0.382, 0.5, 0.618, 0.3, 0.7]);
    if (box.width > box.height * random.between(0.8, 1.2)) {
      const first = box.width * share;
      split({ ...box, width: first }, depth + 1);
      split({ ...box, x: box.x + first, width: box.width - first }, depth + 1);
    } else {
      const first = box.height * share;
      split({ ...box, height: first }, depth + 1);
      split({ ...box, y: box.y + first, height: box.height - first }, depth + 1);
    }
  };
  split({ x: margin, y: margin, width: width - margin * 2, height: height - margin * 2 }, 0);
  const gradients: string[] = [];
  let last = "";
  const shapes = boxes.map((box, index) => {
    const ink = random.pick(inks.filter((other) => other !== last));
    last = ink;
    const drift = mix(ink, random.pick(inks), 0.38);
    const turned = random.chance(0.5) ? 'x2="0" y2="1"' : 'x2="1" y2="0.4"';
    gradients.push(
      `<linearGradient id="p${index}" x1="0" y1="0" ${turned}><stop stop-color="${shift(ink, 0.025)}"/><stop offset="1" stop-color="${drift}"/></linearGradient>`,
    );
    const rect = (inset: number, fill: string) =>
      `<rect x="${(box.x + inset).toFixed(1)}" y="${(box.y + inset).toFixed(1)}" width="${(box.width - inset * 2).toFixed(1)}" height="${(box.height - inset * 2).toFixed(1)}" rx="${(unit * 0.004).toFixed(1)}" fill="${fill}"/>`;
    let body = rect(gap / 2, `url(#p${index})`);
    const short = Math.min(box.width, box.height);
    if (mood === "nested") {
      const inner = random.shuffle(inks.filter((other) => other !== ink));
      if (short > unit * 0.12) body += rect(short * 0.17, inner[0] ?? ground);
      if (short > unit * 0.17) body += rect(short * 0.32, inner[1] ?? ground);
    } else if (mood === "stripes" && random.chance(0.32)) {
      const step = unit * 0.017;
      for (let y = box.y + gap + step * 0.6; y < box.y + box.height - gap; y += step)
        body += `<rect x="${box.x + gap / 2}" y="${y}" width="${box.width - gap}" height="${step * 0.3}" fill="${ground}" opacity="0.85"/>`;
    } else if (random.chance(0.13) && short > unit * 0.12) {
      const fill = random.pick(inks.filter((other) => other !== ink));
      body += `<circle cx="${box.x + box.width / 2}" cy="${box.y + box.height / 2}" r="${short * 0.3}" fill="${fill}"/>`;
    }
    return body;
  });
  const picture = await drawSvg(width, height, ground, `<defs>${gradients.join("")}</defs>${shapes.join("")}`);
  const noise = createNoise(random);
  const wash = smoothField(width, height, 3, (x, y) => {
    const pigment = layered(noise, x * 0.006, y * 0.006, 4);
    const brush = noise(x * 0.004, y * 0.12);
    return 1 + pigment * 0.055 + brush * 0.022;
  });
  return light(picture, (x, y) => wash[y * width + x] ?? 1);
}
