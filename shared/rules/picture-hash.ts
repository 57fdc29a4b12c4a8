/** Side, in pixels, of the square to hash, whatever the picture's shape. */
export const HASH_SIDE = 64;

/** Highest sum of horizontal and vertical frequency; recompressing and resizing leave these low ones unchanged. */
const MAX_WAVES = 14;

/** Frequencies of a hash's bits, by column and row; the constant term is left out. */
const WAVES = Array.from({ length: (MAX_WAVES + 1) ** 2 }, (_, at) => ({
  column: at % (MAX_WAVES + 1),
  row: Math.floor(at / (MAX_WAVES + 1)),
})).filter(({ column, row }) => column + row > 0 && column + row <= MAX_WAVES);

const indexByWave = new Map(WAVES.map(({ column, row }, at) => [`${column} ${row}`, at]));

/** Bytes of the hash of one part of a picture, a multiple of 4 because it is read as 32-bit numbers. */
export const HASH_BYTES = Math.ceil(WAVES.length / 32) * 4;

type Span = readonly [from: number, to: number];

/** Spans along each side: the whole, and the parts left in a copy that was cropped by a tenth at both ends or at one. */
const SPANS: readonly Span[] = [
  [0, HASH_SIDE],
  [3, HASH_SIDE - 3],
  [0, HASH_SIDE - 6],
  [6, HASH_SIDE],
];

/** Most differing bits, of 119, of a copy; unrelated pictures mostly differ in 30 or more. */
export const MAX_DIFFERENT_BITS = 20;

/** Blocks per side of the raster; minimum grey-level difference of an edge, and minimum number of blocks with one. */
const DETAIL = { blocks: 8, edge: 10, least: 24 } as const;

/** Grey levels below which a coefficient's sign is noise, and how many coefficients have to exceed it. */
const PRESENT = { least: 0.02, waves: 80 } as const;

/** Stripes, checks and rings consist of a few frequencies, so most signs would match any similar pattern's. */
const isDistinctive = (strengths: readonly number[]) =>
  strengths.filter((strength) => Math.abs(strength) > PRESENT.least).length >= PRESENT.waves;

/** A mostly smooth picture hashes like any other with a spot in the same place. */
function hasDetail(grey: Float64Array): boolean {
  const at = (x: number, y: number) => grey[y * HASH_SIDE + x] ?? 0;
  const block = (pixel: number) => Math.floor((pixel * DETAIL.blocks) / HASH_SIDE);
  const found = new Set<number>();
  for (let y = 1; y < HASH_SIDE - 1; y++) {
    for (let x = 1; x < HASH_SIDE - 1; x++) {
      const edge = 4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1);
      if (Math.abs(edge) >= DETAIL.edge) found.add(block(y) * DETAIL.blocks + block(x));
    }
  }
  return found.size >= DETAIL.least;
}

/** Cosines over a span's pixels for each frequency; zero outside the span. */
function computeWaves([from, to]: Span): Float64Array[] {
  const length = to - from;
  return Array.from({ length: MAX_WAVES + 1 }, (_, waves) =>
    Float64Array.from({ length: HASH_SIDE }, (_, at) =>
      at < from || at >= to ? 0 : Math.cos((Math.PI * (at - from + 0.5) * waves) / length) / length,
    ),
  );
}

const WAVES_OVER = SPANS.map(computeWaves);

/** Cosine transforms of the picture's parts, the whole first. */
const computeStrengths = (grey: Float64Array): number[][] =>
  WAVES_OVER.flatMap((columns) => {
    const across = columns.map((wave) => transform(grey, wave));
    return WAVES_OVER.map((rows) => WAVES.map(({ column, row }) => product(rows[row], across[column])));
  });

const transform = (grey: Float64Array, wave: Float64Array) =>
  Float64Array.from({ length: HASH_SIDE }, (_, y) => product(wave, grey.subarray(y * HASH_SIDE, (y + 1) * HASH_SIDE)));

function product(one: Float64Array = new Float64Array(), other: Float64Array = one): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/**
 * Perceptual hash of a picture, from `HASH_SIDE` rows of pixels of three bytes, sRGB red, green and blue:
 * `HASH_BYTES` for each part, the whole first, of signs of coefficients. `undefined` for a picture with too little detail to
 * be recognized.
 */
export function computePixelHash(pixels: ArrayLike<number>): Uint8Array | undefined {
  const grey = Float64Array.from({ length: HASH_SIDE ** 2 }, (_, at) =>
    [0.299, 0.587, 0.114].reduce((sum, weight, part) => sum + weight * (pixels[at * 3 + part] ?? 0), 0),
  );
  if (!hasDetail(grey)) return undefined;
  const parts = computeStrengths(grey);
  if (!isDistinctive(parts[0] ?? [])) return undefined;
  return Uint8Array.from(parts.flatMap((strengths) => packBits(strengths.map((strength) => strength > 0))));
}

const packBits = (bits: readonly boolean[]) =>
  Array.from({ length: HASH_BYTES }, (_, byte) =>
    Array.from({ length: 8 }, (_, bit) => (bits[byte * 8 + bit] ? 1 << bit : 0)).reduce((sum, bit) => sum + bit, 0),
  );

/** The eight hashes of one part for all quarter turns and mirrorings. */
export function turnedHashes(hash: Uint8Array): Uint8Array[] {
  const bits = WAVES.map((_, at) => (((hash[at >> 3] ?? 0) >> (at & 7)) & 1) === 1);
  return Array.from({ length: 8 }, (_, turn) =>
    Uint8Array.from(
      packBits(
        WAVES.map(({ column, row }) => {
          const bit = bits[indexByWave.get(turn & 4 ? `${row} ${column}` : `${column} ${row}`) ?? 0] ?? false;
          // Mirroring flips the sign of odd frequencies.
          const isMirrored = ((turn & 1) * column + ((turn >> 1) & 1) * row) % 2 === 1;
          return bit !== isMirrored;
        }),
      ),
    ),
  );
}
