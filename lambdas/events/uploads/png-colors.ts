import {
  type Chromaticity,
  type Curve,
  createSpace,
  type Gamut,
  P3_GAMUT,
  type RgbSpace,
  SRGB_GAMUT,
  toLinearSrgb,
} from "./rgb-space.ts";

const { white } = SRGB_GAMUT;

/** Primaries by their number in cICP (ITU-T H.273). */
const GAMUTS: Readonly<Record<number, Gamut>> = {
  1: SRGB_GAMUT,
  5: { white, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] },
  6: { white, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] },
  7: { white, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] },
  9: { white, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] },
  11: { white: [0.314, 0.351], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
  12: P3_GAMUT,
};

const power =
  (exponent: number): Curve =>
  (level) =>
    level ** exponent;

/** Nits of paper white in an HDR picture (ITU-R BT.2408); brighter values are clipped to white. */
const PAPER_WHITE = 203;

function perceptual(level: number) {
  const root = level ** (1 / 78.84375);
  return (
    (10_000 / PAPER_WHITE) * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
  );
}

/** HLG on a screen of 1,000 nits. */
function hybrid(level: number) {
  const scene = level <= 0.5 ? level ** 2 / 3 : (Math.exp((level - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return (1000 / PAPER_WHITE) * scene ** 1.2;
}

/** Transfer curves by their number in cICP; television's are displayed with sRGB's, as on screens. */
const CURVES: Readonly<Record<number, Curve>> = {
  1: toLinearSrgb,
  4: power(2.2),
  5: power(2.8),
  6: toLinearSrgb,
  8: power(1),
  13: toLinearSrgb,
  14: toLinearSrgb,
  15: toLinearSrgb,
  16: perceptual,
  18: hybrid,
};

/** Colour space of the cICP chunk; `undefined` for unsupported code points. */
function parseCodedSpace(content: Buffer): RgbSpace | undefined {
  const [gamut, curve] = [GAMUTS[content[0] ?? 0], CURVES[content[1] ?? 0]];
  return gamut && curve && createSpace(gamut, curve);
}

/** Colour space of gAMA, with the primaries of cHRM if present; cHRM alone is ignored. */
function parseMeasuredSpace(gamma: Buffer, primaries: Buffer | undefined): RgbSpace | undefined {
  const exponent = gamma.length < 4 ? 0 : gamma.readUInt32BE(0) / 100_000;
  if (exponent < 0.01 || exponent > 10) return undefined;
  const curve = power(1 / exponent);
  if (!primaries || primaries.length < 32) return createSpace(SRGB_GAMUT, curve);
  const at = (index: number): Chromaticity => [
    primaries.readUInt32BE(8 * index) / 100_000,
    primaries.readUInt32BE(8 * index + 4) / 100_000,
  ];
  const gamut = { white: at(0), red: at(1), green: at(2), blue: at(3) };
  return isGamut(gamut) ? createSpace(gamut, curve) : undefined;
}

/** True if the primaries form a triangle; others have no conversion. */
function isGamut({ white, red, green, blue }: Gamut) {
  const doubled = (green[0] - red[0]) * (blue[1] - red[1]) - (green[1] - red[1]) * (blue[0] - red[0]);
  return Math.abs(doubled) > 0.001 && [white, red, green, blue].every(([, y]) => y > 0.0001);
}

/**
 * Colour space of a PNG's chunks other than a profile, in browsers' order: cICP precedes a profile, a profile sRGB, and sRGB
 * gAMA. `undefined` if there is none or another one precedes.
 */
export function parseColorSpace(chunks: ReadonlyMap<string, Buffer>): RgbSpace | undefined {
  const [coded, gamma] = [chunks.get("cICP"), chunks.get("gAMA")];
  const space = coded && parseCodedSpace(coded);
  if (space || chunks.has("iCCP") || chunks.has("sRGB")) return space;
  return gamma && parseMeasuredSpace(gamma, chunks.get("cHRM"));
}
