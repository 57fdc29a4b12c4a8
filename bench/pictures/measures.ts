/** Levels of one channel, row by row. */
export interface Plane {
  readonly levels: Float32Array;
  readonly width: number;
  readonly height: number;
}

function buildKernel(deviation: number) {
  const reach = Math.ceil(deviation * 3);
  const weights = Array.from({ length: reach * 2 + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight);
  return weights.map((weight) => weight / sum);
}

/** A Gaussian blur; edge levels are repeated beyond the edges. */
function blur(plane: Plane, deviation: number): Plane {
  const kernel = buildKernel(deviation);
  const { width, height } = plane;
  const convolve = (levels: Float32Array, length: number, step: number, lines: number, stride: number) => {
    const result = new Float32Array(levels.length);
    const reach = (kernel.length - 1) / 2;
    for (let line = 0; line < lines; line++) {
      for (let at = 0; at < length; at++) {
        let sum = 0;
        for (let tap = 0; tap < kernel.length; tap++) {
          const from = Math.min(length - 1, Math.max(0, at + tap - reach));
          sum += (kernel[tap] ?? 0) * (levels[line * stride + from * step] ?? 0);
        }
        result[line * stride + at * step] = sum;
      }
    }
    return result;
  };
  const across = convolve(plane.levels, width, 1, height, width);
  return { ...plane, levels: convolve(across, height, width, width, 1) };
}

const combine = (one: Plane, other: Plane, how: (one: number, other: number) => number): Plane => ({
  ...one,
  levels: one.levels.map((level, at) => how(level, other.levels[at] ?? 0)),
});

const getMean = ({ levels }: Plane) => levels.reduce((sum, level) => sum + level, 0) / levels.length;

function halve({ levels, width, height }: Plane): Plane {
  const [columns, rows] = [Math.floor(width / 2), Math.floor(height / 2)];
  const half = new Float32Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const at = y * 2 * width + x * 2;
      const four = [at, at + 1, at + width, at + width + 1];
      half[y * columns + x] = four.reduce((sum, each) => sum + (levels[each] ?? 0), 0) / 4;
    }
  }
  return { levels: half, width: columns, height: rows };
}

/** Weights of Wang, Simoncelli and Bovik, "Multi-scale structural similarity for image quality assessment" (2003). */
const SCALES = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333];
const LUMINANCE = (0.01 * 255) ** 2;
const CONTRAST = (0.03 * 255) ** 2;

function similarity(one: Plane, other: Plane) {
  const soft = (plane: Plane) => blur(plane, 1.5);
  const product = (a: Plane, b: Plane) => combine(a, b, (x, y) => x * y);
  const [meanOne, meanOther] = [soft(one), soft(other)];
  const covariance = (a: Plane, b: Plane, of: Plane) =>
    combine(soft(product(a, b)), of, (mean, square) => mean - square);
  const both = product(meanOne, meanOther);
  const [squareOne, squareOther] = [product(meanOne, meanOne), product(meanOther, meanOther)];
  const spread = combine(covariance(one, one, squareOne), covariance(other, other, squareOther), (a, b) => a + b);
  const shared = covariance(one, other, both);
  const structure = combine(shared, spread, (joint, sum) => (2 * joint + CONTRAST) / (sum + CONTRAST));
  const squares = combine(squareOne, squareOther, (a, b) => a + b);
  const light = combine(both, squares, (joint, sum) => (2 * joint + LUMINANCE) / (sum + LUMINANCE));
  return { structure: getMean(structure), whole: getMean(product(structure, light)) };
}

/** MS-SSIM of two planes of luma, from 0 to 1 where they are equal. */
export function msSsim(one: Plane, other: Plane) {
  let [first, second, result] = [one, other, 1];
  for (const [scale, weight] of SCALES.entries()) {
    const { structure, whole } = similarity(first, second);
    result *= Math.max(0, scale === SCALES.length - 1 ? whole : structure) ** weight;
    [first, second] = [halve(first), halve(second)];
  }
  return result;
}

/** Standard deviation, in levels, of the picture minus its Gaussian blur (1.2 pixels): grain and fine detail. */
export function measureDetail(plane: Plane) {
  const fine = combine(plane, blur(plane, 1.2), (level, soft) => level - soft);
  return Math.sqrt(getMean(combine(fine, fine, (a, b) => a * b)));
}

const linear = (level: number) => (level <= 10.31 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4);
const labCurve = (value: number) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116);
const LINEAR = Float64Array.from({ length: 256 }, (_, level) => linear(level));

/** CIE 1976 L*a*b* of sRGB bytes under D65. */
function toLab(data: Uint8Array, at: number) {
  const [r, g, b] = [0, 1, 2].map((channel) => LINEAR[data[at + channel] ?? 0] ?? 0) as [number, number, number];
  const x = labCurve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = labCurve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = labCurve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)] as const;
}

/** CIE 1976 colour differences of sRGB pixels of three bytes: their mean, and what 99 of 100 stay below. */
export function colorDifference(one: Uint8Array, other: Uint8Array) {
  const differences = Float32Array.from({ length: one.length / 3 }, (_, pixel) => {
    const [l1, a1, b1] = toLab(one, pixel * 3);
    const [l2, a2, b2] = toLab(other, pixel * 3);
    return Math.hypot(l1 - l2, a1 - a2, b1 - b2);
  }).sort();
  const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length;
  return { mean, p99: differences[Math.floor(differences.length * 0.99)] ?? 0 };
}

/** Side, in pixels, of the smallest block that the encoders transform. */
const BLOCK = 8;
const STRIP = 32;

/** The largest step in the error, in levels, across a block border: between means of half blocks over strips of 32 rows. */
export function blockStep(original: Plane, shown: Plane) {
  const error = combine(shown, original, (a, b) => a - b);
  const meanAround = (left: number, top: number) => {
    let sum = 0;
    for (let y = top; y < top + STRIP; y++) {
      for (let x = left; x < left + BLOCK / 2; x++) sum += error.levels[y * error.width + x] ?? 0;
    }
    return (sum * 2) / BLOCK / STRIP;
  };
  let largest = 0;
  for (let top = 0; top + STRIP <= error.height; top += STRIP) {
    for (let x = BLOCK; x + BLOCK <= error.width; x += BLOCK) {
      largest = Math.max(largest, Math.abs(meanAround(x, top) - meanAround(x - BLOCK / 2, top)));
    }
  }
  return largest;
}

/** Luma of sRGB pixels of three bytes, by BT.601, as encoders have it. */
export function toLuma(data: Uint8Array, width: number, height: number): Plane {
  const levels = new Float32Array(width * height);
  for (let at = 0; at < levels.length; at++) {
    const [red, green, blue] = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0];
    levels[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return { levels, width, height };
}
