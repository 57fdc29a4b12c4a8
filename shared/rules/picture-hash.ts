/** Pixels of a side of what is hashed, whatever the picture's shape. */
export const HASH_SIDE = 64;

/** Waves counted along both sides together: coarser ones are what recompressing and resizing leave as they are. */
const MOST_WAVES = 14;

/** The waves of a hash's bits, column and row; their mean, of no wave, is left out. */
const WAVES = Array.from({ length: (MOST_WAVES + 1) ** 2 }, (_, at) => ({
  column: at % (MOST_WAVES + 1),
  row: Math.floor(at / (MOST_WAVES + 1)),
})).filter(({ column, row }) => column + row > 0 && column + row <= MOST_WAVES);

const indexByWave = new Map(WAVES.map(({ column, row }, at) => [`${column} ${row}`, at]));

/** Bytes of the hash of one part of a picture, so that it is read as numbers of 32 bits. */
export const HASH_BYTES = Math.ceil(WAVES.length / 32) * 4;

type Span = readonly [from: number, to: number];

/** Along each side: all of it, and what a copy may show that lost a tenth, at both its ends or at one. */
const SPANS: readonly Span[] = [
  [0, HASH_SIDE],
  [3, HASH_SIDE - 3],
  [0, HASH_SIDE - 6],
  [6, HASH_SIDE],
];

/** Bits in which a copy may differ: of 119, and most strangers differ in 30 and more. */
export const MOST_DIFFERENT = 20;

/** Blocks of a side of the raster; an edge is at least so many grey levels sharp, and at least so many blocks have one. */
const DETAIL = { blocks: 8, edge: 10, least: 24 } as const;

/** Grey levels below which a wave is about absent, so that its sign says nothing, and how many waves have to be there. */
const PRESENT = { least: 0.02, waves: 80 } as const;

/** Stripes, checks and rings consist of a few waves: the signs of all others would be any other such picture's. */
const isDistinctive = (strengths: readonly number[]) =>
  strengths.filter((strength) => Math.abs(strength) > PRESENT.least).length >= PRESENT.waves;

/** A picture that is smooth almost everywhere hashes like any other with a spot in the same place. */
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

/** For each number of waves the cosines over a span's pixels; zero outside it. */
function wavesOver([from, to]: Span): Float64Array[] {
  const length = to - from;
  return Array.from({ length: MOST_WAVES + 1 }, (_, waves) =>
    Float64Array.from({ length: HASH_SIDE }, (_, at) =>
      at < from || at >= to ? 0 : Math.cos((Math.PI * (at - from + 0.5) * waves) / length) / length,
    ),
  );
}

const WAVES_OVER = SPANS.map(wavesOver);

/** Cosine transforms of the parts of a picture, the whole first: how strong each wave is in it. */
const computeStrengths = (grey: Float64Array): number[][] =>
  WAVES_OVER.flatMap((columns) => {
    const across = columns.map((wave) => transformed(grey, wave));
    return WAVES_OVER.map((rows) => WAVES.map(({ column, row }) => product(rows[row], across[column])));
  });

const transformed = (grey: Float64Array, wave: Float64Array) =>
  Float64Array.from({ length: HASH_SIDE }, (_, y) => product(wave, grey.subarray(y * HASH_SIDE, (y + 1) * HASH_SIDE)));

function product(one: Float64Array = new Float64Array(), other: Float64Array = one): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/**
 * Perceptual hash of a picture, from its pixels in `HASH_SIDE` rows, each of `channels` bytes that begin with red, green and
 * blue of sRGB: of each part `HASH_BYTES`, the whole first, whose bits say where its waves begin. None of a picture with too little detail
 * to be told from others.
 */
export function computePixelHash(pixels: ArrayLike<number>, channels: 3 | 4): Uint8Array | undefined {
  const grey = Float64Array.from({ length: HASH_SIDE ** 2 }, (_, at) =>
    [0.299, 0.587, 0.114].reduce((sum, weight, part) => sum + weight * (pixels[at * channels + part] ?? 0), 0),
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

/** The hash of one part as that of the picture turned by each quarter and mirrored would be: eight of them. */
export function turnedHashes(hash: Uint8Array): Uint8Array[] {
  const bits = WAVES.map((_, at) => (((hash[at >> 3] ?? 0) >> (at & 7)) & 1) === 1);
  return Array.from({ length: 8 }, (_, turn) =>
    Uint8Array.from(
      packBits(
        WAVES.map(({ column, row }) => {
          const bit = bits[indexByWave.get(turn & 4 ? `${row} ${column}` : `${column} ${row}`) ?? 0] ?? false;
          // A mirror turns every odd wave's sign.
          const isMirrored = ((turn & 1) * column + ((turn >> 1) & 1) * row) % 2 === 1;
          return bit !== isMirrored;
        }),
      ),
    ),
  );
}
