import { linearLight, type Oklab, srgbChannel, toOklab } from "#shared/rules/oklab.ts";

/** sRGB, each channel 0–255. */
export type Rgb = readonly [number, number, number];

export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hex([red, green, blue]: Rgb): string {
  const byte = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, "0");
  return `#${byte(red)}${byte(green)}${byte(blue)}`;
}

const lab = ([red, green, blue]: Rgb): Oklab => toOklab(linearLight(red), linearLight(green), linearLight(blue));

function fromLab([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    srgbChannel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    srgbChannel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    srgbChannel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** The colour that lies `share` (0–1) of the way from one to the other. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [lab(rgb(from)), lab(rgb(to))];
  return hex(fromLab([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]));
}

/** The same hue, lighter (positive) or darker (negative); 0.1 is a clear step. */
export function shift(colour: string, lightness: number): string {
  const [l, a, b] = lab(rgb(colour));
  return hex(fromLab([Math.min(1, Math.max(0, l + lightness)), a, b]));
}

const RAMP_STEPS = 1024;

/** A gradient through all colours as a lookup table of RAMP_STEPS × (red, green, blue). */
export function ramp(colours: readonly string[]): Float32Array {
  const stops = colours.map((colour) => lab(rgb(colour)));
  const table = new Float32Array(RAMP_STEPS * 3);
  for (let step = 0; step < RAMP_STEPS; step++) {
    const place = (step / (RAMP_STEPS - 1)) * (stops.length - 1);
    const index = Math.min(stops.length - 2, Math.floor(place));
    const share = place - index;
    const [from, to] = [stops[Math.max(0, index)], stops[index + 1] ?? stops[0]];
    if (!from || !to) throw new RangeError("a ramp needs colours");
    const between: Oklab = [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
      from[2] + (to[2] - from[2]) * share,
    ];
    table.set(fromLab(between), step * 3);
  }
  return table;
}

/** The power of a share (clamped to 0–1), from a table: per pixel `**` costs more than all else. */
export function power(exponent: number): (share: number) => number {
  const table = Float32Array.from({ length: RAMP_STEPS + 1 }, (_, step) => (step / RAMP_STEPS) ** exponent);
  return (share) => table[Math.floor(Math.min(1, Math.max(0, share)) * RAMP_STEPS)] ?? 0;
}

/** Where the colour at `share` (clamped to 0–1) begins in a ramp's table. */
export function rampIndex(share: number): number {
  return 3 * Math.floor(Math.min(1, Math.max(0, share)) * (RAMP_STEPS - 1));
}
