import type { Curve, RgbSpace, Vector } from "./rgb-space.ts";

const HEAD_BYTES = 128;
const MAX_TAGS = 100;

function parseTags(icc: Buffer) {
  const count = icc.length < HEAD_BYTES + 4 ? 0 : Math.min(MAX_TAGS, icc.readUInt32BE(HEAD_BYTES));
  const tags = new Map<string, Buffer>();
  for (let index = 0, at = HEAD_BYTES + 4; index < count && at + 12 <= icc.length; index++, at += 12) {
    const start = icc.readUInt32BE(at + 4);
    tags.set(icc.toString("latin1", at, at + 4), icc.subarray(start, start + icc.readUInt32BE(at + 8)));
  }
  return tags;
}

const readFixed = (tag: Buffer, at: number) => tag.readInt32BE(at) / 65_536;

const parseXyz = (tag: Buffer): Vector => [readFixed(tag, 8), readFixed(tag, 12), readFixed(tag, 16)];

function parseSampledCurve(tag: Buffer): Curve {
  const count = tag.readUInt32BE(8);
  if (count === 0) return (level) => level;
  if (count === 1) return (level) => level ** (tag.readUInt16BE(12) / 256);
  return (level) => {
    const place = Math.min(1, Math.max(0, level)) * (count - 1);
    const before = Math.min(count - 2, Math.floor(place));
    const [from, to] = [tag.readUInt16BE(12 + 2 * before), tag.readUInt16BE(14 + 2 * before)];
    return (from + (to - from) * (place - before)) / 65_535;
  };
}

/** Number of parameters of each kind of formula. */
const PARAMETERS = [1, 3, 4, 5, 7];

function parseParametricCurve(tag: Buffer): Curve {
  const kind = tag.readUInt16BE(8);
  const numbers = Array.from({ length: PARAMETERS[kind] ?? 0 }, (_, at) => readFixed(tag, 12 + 4 * at));
  const [gamma = 1, a = 1, b = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = numbers;
  const power = (level: number) => Math.max(0, a * level + b) ** gamma;
  if (kind <= 1) return power;
  if (kind === 2) return (level) => (level >= -b / a ? power(level) : 0) + third;
  return (level) => (level >= fourth ? power(level) + fifth : third * level + sixth);
}

/** Throws if the tag is truncated. */
function parseCurve(tag: Buffer): Curve {
  const kind = tag.toString("latin1", 0, 4);
  if (kind !== "curv" && kind !== "para") throw new RangeError(`No curve: ${kind}`);
  const curve = kind === "curv" ? parseSampledCurve(tag) : parseParametricCurve(tag);
  curve(1);
  return curve;
}

/**
 * Colour space of a profile with three primaries and curves. `undefined` for other profiles, which decoders support, and for
 * damaged ones, which they ignore.
 */
export function parseSpace(icc: Buffer | undefined): RgbSpace | undefined {
  if (icc?.toString("latin1", 36, 40) !== "acsp" || icc.toString("latin1", 16, 20) !== "RGB ") return undefined;
  const tags = parseTags(icc);
  if (tags.has("A2B0")) return undefined;
  const tag = (name: string) => tags.get(name) ?? Buffer.alloc(0);
  try {
    return {
      primaries: [parseXyz(tag("rXYZ")), parseXyz(tag("gXYZ")), parseXyz(tag("bXYZ"))],
      curves: [parseCurve(tag("rTRC")), parseCurve(tag("gTRC")), parseCurve(tag("bTRC"))],
    };
  } catch {
    return undefined;
  }
}
