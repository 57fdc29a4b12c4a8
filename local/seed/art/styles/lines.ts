import { ramp, rampIndex, rgb } from "#local/seed/art/colour.ts";
import { createNoise } from "#local/seed/art/noise.ts";
import { shade, smoothField } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Parallel lines bent by a hidden relief until the plane seems to swell.
 * Palette: ground, then the gradient of the lines. Moods: "swell" (waves), "sphere" (a globe under the cloth), "rings" (two ripples crossing).
 */
export function lines({ width, height, random, palette, mood }: StyleInput) {
  const [ground, ...inks] = palette;
  const noise = createNoise(random);
  const unit = Math.min(width, height);
  const colours = ramp(inks);
  const back = rgb(ground);
  const pitch = unit / random.whole(38, 52);
  const [originX, originY] = [width * random.between(0.35, 0.65), height * random.between(0.35, 0.65)];
  const [secondX, secondY] = [originX + unit * random.between(-0.3, 0.3), originY + unit * random.between(0.15, 0.3)];
  const radius = unit * random.between(0.3, 0.36);
  const lean = random.between(-0.5, 0.5);
  const relief = (x: number, y: number) => {
    if (mood === "rings") {
      const first = Math.hypot(x - originX, y - originY);
      return first / pitch + 2.2 * Math.sin(Math.hypot(x - secondX, y - secondY) / (pitch * 3.2));
    }
    if (mood === "sphere") {
      const [dx, dy] = [(x - originX) / radius, (y - originY) / radius];
      const bulge = Math.sqrt(Math.max(0, 1 - dx * dx - dy * dy));
      return (y + lean * x + (dy + lean * dx - 0.9) * bulge * radius * 0.62) / pitch;
    }
    const swell = noise((x / unit) * 1.3, (y / unit) * 1.3) * 4.6 + noise((x / unit) * 2.9 + 40, (y / unit) * 2.9);
    return (y + lean * x) / pitch + swell * 2.1;
  };
  const field = smoothField(width, height, mood === "sphere" ? 1 : 3, relief);
  const tone = smoothField(width, height, 8, (x, y) => {
    return 0.5 + 0.62 * (y / height - 0.5) + 0.5 * noise((x / unit) * 1.1 + 9, (y / unit) * 1.1 + 3);
  });
  const columns = Math.round(field.length / height);
  return shade(width, height, (x, y, out) => {
    const at = y * columns + x;
    const value = field[at] ?? 0;
    const slopeX = (field[at + (x + 1 < width ? 1 : -1)] ?? value) - value;
    const slopeY = (field[at + (y + 1 < height ? columns : -columns)] ?? value) - value;
    const slope = Math.max(1e-4, Math.min(0.5, Math.sqrt(slopeX * slopeX + slopeY * slopeY)));
    const share = tone[y * width + x] ?? 0.5;
    const thick = 0.17 + 0.26 * Math.min(1, Math.max(0, 0.3 + share * 0.5));
    const fromLine = Math.abs(value - Math.round(value));
    const cover = Math.min(1, Math.max(0, (thick - fromLine) / slope + 0.5));
    const ink = rampIndex(share);
    for (let channel = 0; channel < 3; channel++) {
      const under = back[channel] ?? 0;
      out[channel] = under + ((colours[ink + channel] ?? 0) - under) * cover;
    }
  });
}
