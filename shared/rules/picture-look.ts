import { COLOR_CODES, COLORS, type Color, MAX_COLORS } from "../colors.ts";
import { type Oklab, toLinearLight, toOklab } from "./oklab.ts";

const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => toLinearLight(byte));

/** From sRGB bytes. */
const rgbToLab = (red: number, green: number, blue: number) =>
  toOklab(LINEAR[red] ?? 0, LINEAR[green] ?? 0, LINEAR[blue] ?? 0);

const hexToLab = (hex: string) =>
  rgbToLab(...([1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]));

/** Further shades with a colour's name, besides the picker's swatch. */
const SHADES: Readonly<Record<Color, readonly string[]>> = {
  red: ["#ff0000", "#8f1414", "#c04040", "#e8503c"],
  orange: ["#ff6a00", "#ffae42", "#e07b39", "#f7b27a"],
  yellow: ["#ffee00", "#c8b020", "#fff08a", "#e6c229"],
  green: ["#00b400", "#1f5a24", "#8cc63f", "#7fae7a", "#a8e6a1", "#556b2f"],
  teal: ["#00d5d5", "#0d5c63", "#5fc9b8", "#7fd6d0", "#2f7f86"],
  blue: ["#0000ff", "#152a6b", "#5aa7f0", "#a3c8f0", "#47649c", "#1f8fd6"],
  purple: ["#5a2a8c", "#9b6bd8", "#c39be8", "#3a1a5c", "#a02ca0", "#7a5a96"],
  pink: ["#ff3d9a", "#ffb6cf", "#d8437f", "#f4a0b5"],
  brown: ["#5c3317", "#a0693c", "#c49a6c", "#3d2314", "#8a6a4f"],
  black: ["#000000", "#262626", "#1c1f26"],
  white: ["#ffffff", "#bdbdbd", "#8a8a8a", "#5c5c5c", "#f4efe4"],
};

const REFERENCES = COLOR_CODES.flatMap((color) =>
  [COLORS[color].swatch, ...SHADES[color]].map((hex) => ({ color, lab: hexToLab(hex) })),
);

const computeSquaredDistance = (a: Oklab, b: Oklab) =>
  (a[0] - b[0]) ** 2 + 2 * ((a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);

/** The name of the nearest shade; hue weighs more than lightness, as in everyday colour names. */
function findNearestColor(lab: Oklab): Color {
  let [best, least]: [Color, number] = ["white", Number.POSITIVE_INFINITY];
  for (const reference of REFERENCES) {
    const distance = computeSquaredDistance(lab, reference.lab);
    if (distance < least) [best, least] = [reference.color, distance];
  }
  return best;
}

/** Side, in pixels, of the square to analyse, whatever the picture's shape. */
export const LOOK_SIDE = 32;

/** Cells of a side of the grid; three bytes each. */
const GRID = 4;

/** Weight of a pixel: saturated colours count more. */
const getWeight = ([, a, b]: Oklab) => 1 + 6 * Math.hypot(a, b);

/** Share of a picture's total weight from which a colour is listed. */
const MIN_SHARE = 0.12;

const toByte = (value: number, from: number, to: number) =>
  Math.max(0, Math.min(255, Math.round(((value - from) / (to - from)) * 255)));

/**
 * A picture's look, from `LOOK_SIDE` rows of pixels of three bytes, sRGB red, green and blue: its colours, the
 * most visible first, and a small colour grid for comparing pictures.
 */
export function computePixelLook(pixels: ArrayLike<number>) {
  const shares = new Map<Color, number>();
  const cells = Array.from({ length: GRID * GRID }, () => [0, 0, 0] as [number, number, number]);
  let all = 0;
  for (let at = 0; at < LOOK_SIDE * LOOK_SIDE; at++) {
    const lab = rgbToLab(pixels[at * 3] ?? 0, pixels[at * 3 + 1] ?? 0, pixels[at * 3 + 2] ?? 0);
    const [color, weight] = [findNearestColor(lab), getWeight(lab)];
    shares.set(color, (shares.get(color) ?? 0) + weight);
    all += weight;
    const cell =
      cells[
        Math.floor((Math.floor(at / LOOK_SIDE) * GRID) / LOOK_SIDE) * GRID +
          Math.floor(((at % LOOK_SIDE) * GRID) / LOOK_SIDE)
      ];
    if (cell) for (const part of [0, 1, 2] as const) cell[part] += lab[part];
  }
  const ranked = [...shares].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const colors = ranked.filter(([, share], at) => at === 0 || share / all >= MIN_SHARE).slice(0, MAX_COLORS);
  const perCell = (LOOK_SIDE / GRID) ** 2;
  const bytes = cells.flatMap(([l, a, b]) => [
    toByte(l / perCell, 0, 1),
    toByte(a / perCell, -0.4, 0.4),
    toByte(b / perCell, -0.4, 0.4),
  ]);
  return { colors: colors.map(([color]) => color), likeness: Uint8Array.from(bytes) };
}
