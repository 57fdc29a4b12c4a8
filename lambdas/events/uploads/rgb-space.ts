import { toLinearLight } from "#shared/rules/oklab.ts";

/** Coordinates in the CIE 1931 chromaticity diagram. */
export type Chromaticity = readonly [x: number, y: number];

export type Vector = readonly [number, number, number];
/** Three column vectors, for primaries red, green and blue. */
export type Matrix = readonly [Vector, Vector, Vector];

/** Linear light of a channel's level, both from 0 to 1. */
export type Curve = (level: number) => number;

export interface RgbSpace {
  /** XYZ of each primary at full light, adapted to the D50 white point, as in profiles. */
  readonly primaries: Matrix;
  readonly curves: readonly [Curve, Curve, Curve];
}

const D50: Vector = [0.9642, 1, 0.8249];
const D65: Chromaticity = [0.3127, 0.329];

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const multiply = (m: Matrix, v: Vector): Vector => [dot(m[0], v), dot(m[1], v), dot(m[2], v)];
const transpose = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];
const scale = (v: Vector, by: number): Vector => [v[0] * by, v[1] * by, v[2] * by];

/** Coefficients by which three vectors add up to another one. */
function computeShares([a, b, c]: Matrix, whole: Vector): Vector {
  const volume = dot(a, cross(b, c));
  return [dot(whole, cross(b, c)) / volume, dot(a, cross(whole, c)) / volume, dot(a, cross(b, whole)) / volume];
}

const toXyz = ([x, y]: Chromaticity): Vector => [x / y, 1, (1 - x - y) / y];

/** Three primaries and their white point. */
export interface Gamut {
  readonly white: Chromaticity;
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
}

function computePrimaries({ white, red, green, blue }: Gamut): Matrix {
  const bare: Matrix = [toXyz(red), toXyz(green), toXyz(blue)];
  const lights = computeShares(bare, toXyz(white));
  const [from, to] = [multiply(BRADFORD, toXyz(white)), multiply(BRADFORD, D50)];
  const adapt = (primary: Vector, light: number): Vector => {
    const [l, m, s] = multiply(BRADFORD, scale(primary, light));
    const cones: Vector = [(l * to[0]) / from[0], (m * to[1]) / from[1], (s * to[2]) / from[2]];
    return computeShares(transpose(BRADFORD), cones);
  };
  return [adapt(bare[0], lights[0]), adapt(bare[1], lights[1]), adapt(bare[2], lights[2])];
}

export const createSpace = (gamut: Gamut, curve: Curve): RgbSpace => ({
  primaries: computePrimaries(gamut),
  curves: [curve, curve, curve],
});

export const SRGB_GAMUT: Gamut = { white: D65, red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] };
export const P3_GAMUT: Gamut = { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] };

export const toLinearSrgb: Curve = (level) => toLinearLight(level * 255);

export const SRGB = createSpace(SRGB_GAMUT, toLinearSrgb);
export const DISPLAY_P3 = createSpace(P3_GAMUT, toLinearSrgb);

/** Shares of the target's primaries in each of the source's. */
export const computeConversion = (from: RgbSpace, to: RgbSpace): Matrix => [
  computeShares(to.primaries, from.primaries[0]),
  computeShares(to.primaries, from.primaries[1]),
  computeShares(to.primaries, from.primaries[2]),
];

/** True if the space has colours outside sRGB, beyond rounding errors. */
export const isWide = (space: RgbSpace) =>
  computeConversion(space, SRGB).some((primary) => primary.some((part) => part < -0.01));
