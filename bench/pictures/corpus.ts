import sharp from "sharp";
import { createRandom } from "#bench/search/typos.ts";
import { openPixels, type Pixels, toPixels } from "#lambdas/events/uploads/decode-picture.ts";
import { outlineText } from "#lambdas/platform/outlines/text-outline.ts";

const WIDTH = 2560;
const HEIGHT = 1920;

type Rgb = readonly [number, number, number];

/** Computes each pixel with `tone`, which gets its position (0 to 1) and its index. */
function fill(tone: (x: number, y: number, at: number) => Rgb): Pixels {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [red, green, blue] = tone((at % WIDTH) / WIDTH, Math.floor(at / WIDTH) / HEIGHT, at);
    // A buffer would wrap around.
    for (const [channel, level] of [red, green, blue].entries()) {
      data[at * 3 + channel] = Math.min(255, Math.max(0, Math.round(level)));
    }
  }
  return { data, raw: { width: WIDTH, height: HEIGHT, channels: 3 }, isWide: false };
}

/** Normally distributed noise around 0. */
function gaussian(random: () => number, deviation: number) {
  return deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Pink noise (1/f) around 0, as in photographs, up to so many cells a row. */
async function photographNoise(random: () => number, strongest: number, finest = WIDTH) {
  const sum = new Float32Array(WIDTH * HEIGHT);
  for (let cells = 4; cells <= finest; cells *= 2) {
    const rows = Math.max(1, Math.round((cells * HEIGHT) / WIDTH));
    const levels = Buffer.from(Array.from({ length: cells * rows }, () => Math.floor(random() * 256)));
    const { data } = await sharp(levels, { raw: { width: cells, height: rows, channels: 1 } })
      .resize(WIDTH, HEIGHT, { fit: "fill", kernel: "cubic" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const amplitude = (strongest * 4) / cells / 128;
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + ((data[at] ?? 128) - 128) * amplitude;
  }
  return (at: number) => sum[at] ?? 0;
}

async function draw(background: string, shapes: string): Promise<Pixels> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${background}"/>${shapes}</svg>`;
  return toPixels(sharp(Buffer.from(svg)).removeAlpha(), { isWide: false });
}

const sky = (x: number, y: number): Rgb => [70 + 90 * y + 10 * x, 110 + 70 * y, 170 + 30 * y - 20 * x];

/** Grains of two pixels, so that the narrow previews have some too. */
function grain() {
  const random = createRandom(1);
  const grains = Float32Array.from({ length: (WIDTH * HEIGHT) / 4 }, () => gaussian(random, 16));
  return fill((x, y) => {
    const level = grains[Math.floor((y * HEIGHT) / 2) * (WIDTH / 2) + Math.floor((x * WIDTH) / 2)] ?? 0;
    const [red, green, blue] = sky(x, y);
    return [red + level, green + level, blue + level];
  });
}

async function photograph() {
  const light = await photographNoise(createRandom(2), 110);
  const hue = await photographNoise(createRandom(3), 40, WIDTH / 4);
  return fill((_x, _y, at) => [128 + light(at) + hue(at), 122 + light(at), 116 + light(at) - hue(at)]);
}

async function darkScene() {
  const noise = await photographNoise(createRandom(4), 14);
  const random = createRandom(5);
  return fill((x, y, at) => {
    const lamp = 60 * Math.exp(-30 * ((x - 0.7) ** 2 + (y - 0.4) ** 2));
    const level = 12 + 10 * y + noise(at) + lamp + gaussian(random, 1.5);
    return [level + lamp / 3, level, level + 4];
  });
}

async function skin() {
  const noise = await photographNoise(createRandom(6), 22);
  return fill((x, y, at) => {
    const shade = 1 - 0.55 * ((x - 0.45) ** 2 + (y - 0.5) ** 2);
    return [224 * shade + noise(at), 172 * shade + noise(at), 140 * shade + noise(at)];
  });
}

function lineArt() {
  const random = createRandom(7);
  const strokes = Array.from({ length: 160 }, () => {
    const [x, y] = [random() * WIDTH, random() * HEIGHT];
    const curve = Array.from({ length: 6 }, () => Math.round((random() - 0.5) * 900)).join(" ");
    return `<path d="M${x} ${y}c${curve}" stroke-width="${1 + 6 * random()}"/>`;
  });
  return draw("#fbf8f1", `<g fill="none" stroke="#1a1720" stroke-linecap="round">${strokes.join("")}</g>`);
}

function flatShapes() {
  const random = createRandom(8);
  const shapes = Array.from({ length: 70 }, () => {
    const fill = `hsl(${Math.floor(random() * 360)} 95% ${35 + Math.floor(random() * 30)}%)`;
    const [x, y, size] = [random() * WIDTH, random() * HEIGHT, 60 + random() * 320];
    return random() < 0.5
      ? `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${fill}"/>`
      : `<rect x="${x}" y="${y}" width="${size}" height="${size / 2}" transform="rotate(${random() * 90} ${x} ${y})" fill="${fill}"/>`;
  });
  return draw("#f22d52", shapes.join(""));
}

function smallText() {
  const lines = Array.from({ length: 40 }, (_, nth) => {
    const line = outlineText("The quick brown fox jumps over the lazy dog 0123456789", 26 + (nth % 5) * 6, WIDTH);
    return `<g transform="translate(60 ${70 + nth * 46})" fill="${nth % 3 ? "#222" : "#b3122f"}">${line?.svg ?? ""}</g>`;
  });
  return draw("#ffffff", lines.join(""));
}

/** Kinds of pictures that encoders get wrong, each drawn from a seed: the same at every run. */
export const CORPUS = {
  "gradient with grain": grain,
  gradient: () => fill(sky),
  photograph,
  "dark scene": darkScene,
  skin,
  "line art": lineArt,
  "flat shapes": flatShapes,
  "small text": smallText,
} satisfies Record<string, () => Pixels | Promise<Pixels>>;

/** The picture resized to a preview's width. */
export const resizeToWidth = (picture: Pixels, width: number) =>
  width === picture.raw.width ? picture : toPixels(openPixels(picture).resize({ width }), picture);
