import type { Random } from "#local/seed/art/random.ts";

/** Smooth noise over the plane, roughly in [-1, 1], with features about 1 unit wide. */
export type Noise = (x: number, y: number) => number;

/** Gradient noise (Perlin, 1985, with his quintic fade of 2002) on a shuffled lattice of 256. */
export function createNoise(random: Random): Noise {
  const order = random.shuffle(Array.from({ length: 256 }, (_, index) => index));
  const lattice = new Uint8Array(512);
  for (let index = 0; index < 512; index++) lattice[index] = order[index & 255] ?? 0;
  const gradientX = new Float32Array(256);
  const gradientY = new Float32Array(256);
  for (let index = 0; index < 256; index++) {
    gradientX[index] = Math.cos((index / 256) * 2 * Math.PI) * 1.5;
    gradientY[index] = Math.sin((index / 256) * 2 * Math.PI) * 1.5;
  }
  const corner = (hash: number, x: number, y: number) => (gradientX[hash] ?? 0) * x + (gradientY[hash] ?? 0) * y;
  return (x, y) => {
    const floorX = Math.floor(x);
    const floorY = Math.floor(y);
    const dx = x - floorX;
    const dy = y - floorY;
    const column = floorX & 255;
    const row = floorY & 255;
    const left = lattice[column] ?? 0;
    const right = lattice[column + 1] ?? 0;
    const fadeX = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const fadeY = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const a = corner(lattice[left + row] ?? 0, dx, dy);
    const b = corner(lattice[right + row] ?? 0, dx - 1, dy);
    const c = corner(lattice[left + row + 1] ?? 0, dx, dy - 1);
    const d = corner(lattice[right + row + 1] ?? 0, dx - 1, dy - 1);
    const top = a + (b - a) * fadeX;
    return top + (c + (d - c) * fadeX - top) * fadeY;
  };
}

/** Noise with finer and fainter copies of itself on top. */
export function layered(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < octaves; octave++) {
    sum += noise(x, y) * weight;
    total += weight;
    weight *= 0.5;
    x = x * 2 + 17.3;
    y = y * 2 + 9.1;
  }
  return sum / total;
}
