import sharp from "sharp";
import { createRandom } from "#local/seed/art/random.ts";

/** Pixels in rows from the top, three bytes each: red, green, blue. */
export type Raster = { width: number; height: number; data: Uint8ClampedArray };

export function createRaster(width: number, height: number): Raster {
  return { width, height, data: new Uint8ClampedArray(width * height * 3) };
}

/** Calls `paint` for every pixel; it leaves the colour (0–255) in `out`. */
export function shade(width: number, height: number, paint: (x: number, y: number, out: Float32Array) => void): Raster {
  const raster = createRaster(width, height);
  const out = new Float32Array(3);
  let at = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      paint(x, y, out);
      raster.data[at++] = out[0] ?? 0;
      raster.data[at++] = out[1] ?? 0;
      raster.data[at++] = out[2] ?? 0;
    }
  }
  return raster;
}

/** The same for pictures of square dots: `paint` is asked once for each, at its upper left corner. */
export function shadeDots(width: number, height: number, dot: number, paint: Parameters<typeof shade>[2]): Raster {
  const raster = createRaster(width, height);
  const out = new Float32Array(3);
  const row = width * 3;
  for (let y = 0; y < height; y += dot) {
    for (let x = 0; x < width; x += dot) {
      paint(x, y, out);
      const end = Math.min(width, x + dot) * 3;
      for (let at = x * 3; at < end; at += 3) raster.data.set(out, y * row + at);
    }
    for (let copy = y + 1; copy < Math.min(height, y + dot); copy++) {
      raster.data.copyWithin(copy * row, y * row, (y + 1) * row);
    }
  }
  return raster;
}

/** A smooth scalar field, computed on every `step`th pixel and blended in between. */
export function smoothField(
  width: number,
  height: number,
  step: number,
  value: (x: number, y: number) => number,
): Float32Array {
  const columns = Math.ceil(width / step) + 2;
  const rows = Math.ceil(height / step) + 2;
  const coarse = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) coarse[row * columns + column] = value(column * step, row * step);
  if (step === 1 && columns === width) return coarse;
  const field = new Float32Array(width * height);
  const shares = Float32Array.from({ length: step }, (_, within) => within / step);
  let at = 0;
  for (let y = 0; y < height; y++) {
    const dy = shares[y % step] ?? 0;
    let corner = Math.floor(y / step) * columns;
    for (let x = 0; x < width; corner++) {
      const left = (coarse[corner] ?? 0) * (1 - dy) + (coarse[corner + columns] ?? 0) * dy;
      const right = (coarse[corner + 1] ?? 0) * (1 - dy) + (coarse[corner + columns + 1] ?? 0) * dy;
      for (let within = 0; within < step && x < width; within++, x++)
        field[at++] = left + (right - left) * (shares[within] ?? 0);
    }
  }
  return field;
}

/** Draws the inside of an `<svg>` of this size. */
export async function drawSvg(width: number, height: number, ground: string, body: string): Promise<Raster> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${body}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
  };
}

/** Multiplies each pixel's light by `light(x, y)`; 1 leaves it as it is. */
export function light(raster: Raster, at: (x: number, y: number) => number): Raster {
  const { width, height, data } = raster;
  let index = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const factor = at(x, y);
      data[index] = (data[index] ?? 0) * factor;
      data[index + 1] = (data[index + 1] ?? 0) * factor;
      data[index + 2] = (data[index + 2] ?? 0) * factor;
      index += 3;
    }
  }
  return raster;
}

const TILE = 512;

/** Tiles of grain by strength: the same in every picture, as of one roll of film. */
const tiles = new Map<number, Int8Array>();

function grainTile(strength: number): Int8Array {
  const known = tiles.get(strength);
  if (known) return known;
  const random = createRandom(TILE);
  const raw = Float32Array.from(
    { length: TILE * TILE },
    () => (random.next() + random.next() + random.next() - 1.5) * 2,
  );
  const tile = raw.map((value, index) => {
    const next = raw[(index + 1) % raw.length] ?? 0;
    const below = raw[(index + TILE) % raw.length] ?? 0;
    return Math.round((value + next + below) * 0.6 * strength);
  });
  tiles.set(strength, Int8Array.from(tile));
  return grainTile(strength);
}

/** Lays film grain over the picture; `strength` is the deviation in steps of 0–255. */
export function grain(raster: Raster, strength: number): Raster {
  const { width, height, data } = raster;
  const tile = grainTile(strength);
  let at = 0;
  for (let y = 0; y < height; y++) {
    const row = (y % TILE) * TILE;
    let column = (Math.floor(y / TILE) * 197) % TILE;
    for (let x = 0; x < width; x++) {
      const speck = tile[row + column] ?? 0;
      data[at] = (data[at] ?? 0) + speck;
      data[at + 1] = (data[at + 1] ?? 0) + speck;
      data[at + 2] = (data[at + 2] ?? 0) + speck;
      at += 3;
      column = column + 1 < TILE ? column + 1 : 0;
    }
  }
  return raster;
}

export function encodeJpeg({ width, height, data }: Raster): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 86 })
    .toBuffer();
}
