import sharp, { type ResizeOptions, type Sharp } from "sharp";
import { toSrgbChannel } from "#shared/rules/oklab.ts";
import { parseSpace } from "./icc-profile.ts";
import { openPicture, toUndecodablePicture, type ValidPicture } from "./inspect-picture.ts";
import { freeGifCanvas } from "./reduce-gif.ts";
import { parsePngSpace } from "./reduce-png.ts";
import { computeConversion, DISPLAY_P3, isWide, type Matrix, type RgbSpace, SRGB } from "./rgb-space.ts";

/** Decoded pixels, upright; the fourth channel exists only if something is transparent. */
export interface Pixels {
  /** A byte per channel. */
  readonly data: Uint8Array;
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
  /** True for pixels in Display P3, used for pictures with colours outside sRGB. */
  readonly isWide: boolean;
}

export const openPixels = ({ data, raw }: Pixels): Sharp => sharp(data, { raw });

async function toRaw(picture: Sharp, depth: "uchar" | "ushort") {
  const { data, info } = await picture.raw({ depth }).toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** Pixels after an operation, in the same colour space. */
export const toPixels = async (picture: Sharp, { isWide }: Pick<Pixels, "isWide">): Promise<Pixels> => ({
  ...(await toRaw(picture, "uchar")),
  isWide,
});

/**
 * Decodes a picture as browsers show it. Colour spaces of three primaries and curves are converted here: the decoder supports
 * profiles only, has no colours beyond sRGB, and rounds those of 16 bits. Throws `UndecodablePicture` if the file is damaged;
 * later failures aren't the file's fault.
 */
export async function decodeUpright(picture: ValidPicture, resize: ResizeOptions): Promise<Pixels> {
  const { space: coding, icc } = picture.metadata;
  const isDeep = coding === "rgb16" || coding === "grey16";
  const isColoured = coding === "srgb" || coding === "rgb16";
  const stated = picture.mime === "image/png" ? parsePngSpace(picture.file) : undefined;
  const space = stated ?? (isColoured ? parseSpace(icc) : undefined);
  const reckons = space !== undefined && (stated !== undefined || isDeep || isWide(space));
  const file = picture.mime === "image/gif" ? freeGifCanvas(picture.file) : picture.file;
  const workingSpace = reckons && isDeep ? "rgb16" : "srgb";
  const decode = (isStrict: boolean) => {
    const opened = openPicture({ file, isStrict }, { ignoreIcc: reckons }).autoOrient().resize(resize);
    if (reckons || isDeep) opened.pipelineColourspace(workingSpace);
    return toRaw(opened.toColourspace(workingSpace), workingSpace === "rgb16" ? "ushort" : "uchar");
  };
  // The decoder only warns about a JPEG with missing data; other warnings are ignored, as browsers do.
  const isLenient = picture.mime === "image/jpeg" && !picture.isStrict;
  const { data, raw } = await decode(isLenient || picture.isStrict)
    .catch((error: unknown) => {
      if (isLenient && !isCutShort(error)) return decode(false);
      throw error;
    })
    .catch((error: unknown) => {
      throw toUndecodablePicture(error);
    });
  const levels = workingSpace === "rgb16" ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  if (reckons) return dropOpaqueAlpha(convertPixels(levels, raw, space));
  return dropOpaqueAlpha({ data, raw, isWide: false });
}

const isCutShort = (error: unknown) => error instanceof Error && /premature end/i.test(error.message);

async function dropOpaqueAlpha(pixels: Pixels) {
  const { data, raw } = pixels;
  if (raw.channels !== 4) return pixels;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return pixels;
  return toPixels(openPixels(pixels).removeAlpha(), pixels);
}

/** Linear light outside sRGB that is invisible; encoders' noise on pure colours stays below. */
const UNSEEN = 0.02;

/** Pixels that are sampled for colours outside sRGB. */
const SAMPLED_PIXELS = 100_000;

type Levels = Uint8Array | Uint16Array;

/** Linear light of every level of each channel. */
function computeLights({ curves }: RgbSpace, levels: Levels) {
  const most = levels instanceof Uint16Array ? 65_535 : 255;
  const tables = new Map(
    [...new Set(curves)].map((curve) => [curve, Float32Array.from({ length: most + 1 }, (_, at) => curve(at / most))]),
  );
  return curves.map((curve) => tables.get(curve) ?? new Float32Array());
}

let srgbLevels: Uint8Array | undefined;

/** 8-bit levels with sRGB's curve for 65,536 steps of linear light; computed lazily, since few pictures need it. */
function getSrgbLevels() {
  srgbLevels ??= Uint8Array.from({ length: 65_536 }, (_, at) => Math.round(toSrgbChannel(at / 65_535)));
  return srgbLevels;
}

const mixPrimaries = (matrix: Matrix, into: 0 | 1 | 2, red: number, green: number, blue: number) =>
  matrix[0][into] * red + matrix[1][into] * green + matrix[2][into] * blue;

function showsBeyondSrgb(levels: Levels, channels: number, space: RgbSpace) {
  const [reds, greens, blues] = computeLights(space, levels);
  const matrix = computeConversion(space, SRGB);
  const step = Math.max(1, Math.floor(levels.length / channels / SAMPLED_PIXELS)) * channels;
  for (let at = 0; at + 2 < levels.length; at += step) {
    const [red, green, blue] = [reds?.[levels[at] ?? 0], greens?.[levels[at + 1] ?? 0], blues?.[levels[at + 2] ?? 0]];
    for (const into of [0, 1, 2] as const) {
      const light = mixPrimaries(matrix, into, red ?? 0, green ?? 0, blue ?? 0);
      if (light < -UNSEEN || light > 1 + UNSEEN) return true;
    }
  }
  return false;
}

function convertLevels(levels: Levels, channels: number, from: RgbSpace, to: RgbSpace) {
  const [reds, greens, blues] = computeLights(from, levels);
  const matrix = computeConversion(from, to);
  const isDeep = levels instanceof Uint16Array;
  const outputs = getSrgbLevels();
  const toLevel = (light: number) => outputs[light <= 0 ? 0 : light >= 1 ? 65_535 : Math.round(light * 65_535)] ?? 0;
  const data = new Uint8Array(levels.length);
  for (let at = 0; at < levels.length; at += channels) {
    const red = reds?.[levels[at] ?? 0] ?? 0;
    const green = greens?.[levels[at + 1] ?? 0] ?? 0;
    const blue = blues?.[levels[at + 2] ?? 0] ?? 0;
    data[at] = toLevel(mixPrimaries(matrix, 0, red, green, blue));
    data[at + 1] = toLevel(mixPrimaries(matrix, 1, red, green, blue));
    data[at + 2] = toLevel(mixPrimaries(matrix, 2, red, green, blue));
    if (channels === 4) data[at + 3] = isDeep ? Math.round((levels[at + 3] ?? 0) / 257) : (levels[at + 3] ?? 0);
  }
  return data;
}

function convertPixels(levels: Levels, raw: Pixels["raw"], space: RgbSpace): Pixels {
  const wide = isWide(space) && showsBeyondSrgb(levels, raw.channels, space);
  return { data: convertLevels(levels, raw.channels, space, wide ? DISPLAY_P3 : SRGB), raw, isWide: wide };
}

/** The pixels in sRGB; other colours become the nearest one. */
export const toSrgb = (pixels: Pixels): Pixels =>
  pixels.isWide
    ? { ...pixels, data: convertLevels(pixels.data, pixels.raw.channels, DISPLAY_P3, SRGB), isWide: false }
    : pixels;

/** Display P3 with its profile, which the encoder adds to 16-bit data only. */
export function openWide({ data, raw }: Pixels): Sharp {
  const deep = new Uint16Array(data);
  for (let at = 0; at < deep.length; at++) deep[at] = (data[at] ?? 0) * 257;
  return sharp(deep, { raw }).pipelineColourspace("rgb16").toColourspace("rgb16").withIccProfile("p3");
}
