import sharp from "sharp";
import { createRandom } from "#bench/search/typos.ts";

/** A picture with enough shapes to be recognizable, different for each seed. */
export function drawnPicture(seed: number) {
  const random = createRandom(seed + 1);
  const [width, height] = [300 + Math.floor(random() * 300), 300 + Math.floor(random() * 300)];
  const color = () => `hsl(${random() * 360} ${random() * 100}% ${random() * 100}%)`;
  const shape = () => {
    const [x, y, size] = [random() * width, random() * height, (0.05 + random() ** 2 * 0.4) * width];
    if (random() < 0.4) return `<circle cx="${x}" cy="${y}" r="${size}" fill="${color()}"/>`;
    if (random() < 0.5)
      return `<rect x="${x}" y="${y}" width="${size}" height="${size * (0.3 + random())}" fill="${color()}" transform="rotate(${random() * 90} ${x} ${y})"/>`;
    const bend = `${random() * width} ${random() * height}`;
    return `<path d="M${x} ${y} Q${bend} ${random() * width} ${random() * height}" stroke="${color()}" stroke-width="${size / 6}" fill="none"/>`;
  };
  const shapes = Array.from({ length: 12 + Math.floor(random() * 20) }, shape).join("");
  const stops = `<stop stop-color="${color()}"/><stop offset="1" stop-color="${color()}"/>`;
  const sky = `<linearGradient id="g" x2="${random()}" y2="${random()}">${stops}</linearGradient><rect width="100%" height="100%" fill="url(#g)"/>`;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${sky}${shapes}</svg>`),
  ).flatten();
}
