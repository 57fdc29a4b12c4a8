import sharp, { type Sharp } from "sharp";
import { newFolder } from "#lambdas/areas/media/preview-paths.ts";
import { derivePreviews } from "#lambdas/events/uploads/derive-previews.ts";
import { computeSha256, inspectPicture } from "#lambdas/events/uploads/inspect-picture.ts";
import { UNPUBLISHED } from "./pictures.ts";

/**
 * A program: `measure-watermark.ts <width> <height>` prints as JSON how much watermarked previews differ from plain ones, and
 * the pixels of a text drawn as SVG, which depend on the environment's fonts.
 */
const [width = 1280, height = 960] = process.argv.slice(2).map(Number);

/** Levels out of 255 from which a change is visible on a close look. */
const NOTICEABLE = 4;
const CELLS = 3;

const FOLDER = newFolder({ isWide: false });

const flat = (background: string) => sharp({ create: { width, height, channels: 3, background } });

/** A dense picture of strokes of every brightness and direction. */
function busy(): Sharp {
  const strokes = Array.from({ length: 900 }, (_, n) => {
    const [x, y, turn] = [(n * 7919) % width, (n * 104729) % height, (n * 37) % 360];
    const colour = `hsl(${(n * 53) % 360} 70% ${(n * 29) % 100}%)`;
    return `<rect x="${x}" y="${y}" width="90" height="9" fill="${colour}" transform="rotate(${turn} ${x} ${y})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${strokes.join("")}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: "#887766" });
}

const PICTURES_FOLDER = { bright: flat("#fdfbf6"), dark: flat("#0b0a0d"), grey: flat("#808080"), busy: busy() };

const SOURCE = { ...UNPUBLISHED, artist: "Marguerite Duval" };

async function getPreviews(file: Buffer, style?: "light" | "strong") {
  const announced = { bytes: file.length, sha256: computeSha256(file) };
  const picture = await inspectPicture(file, announced, { gif: false });
  if (typeof picture === "string") throw new Error(picture);
  return (await derivePreviews(picture, FOLDER, SOURCE, style)).derivatives;
}

/** Brightness per pixel, blurred slightly to ignore the encoder's noise. */
const getBrightness = (preview: Buffer) =>
  sharp(preview).greyscale().blur(0.8).raw().toBuffer({ resolveWithObject: true });

async function shareOfChanged(plain: Buffer, watermarked: Buffer) {
  const [one, other] = await Promise.all([getBrightness(plain), getBrightness(watermarked)]);
  const cells = Array.from({ length: CELLS * CELLS }, () => ({ changed: 0, all: 0 }));
  let moved = 0;
  for (const [at, level] of one.data.entries()) {
    const [x, y] = [at % one.info.width, Math.floor(at / one.info.width)];
    const column = Math.floor((x * CELLS) / one.info.width);
    const row = Math.floor((y * CELLS) / one.info.height);
    const cell = cells[row * CELLS + column];
    const change = Math.abs(level - (other.data[at] ?? 0));
    moved += change;
    if (cell) cell.all += 1;
    if (cell && change >= NOTICEABLE) cell.changed += 1;
  }
  const shares = cells.map(({ changed, all }) => changed / all);
  return {
    leastCell: Math.min(...shares),
    meanChange: moved / one.data.length,
  };
}

async function measure() {
  const measured = [];
  for (const [picture, pixels] of Object.entries(PICTURES_FOLDER)) {
    const file = await pixels.png().toBuffer();
    const plain = await getPreviews(file);
    for (const style of ["light", "strong"] as const) {
      for (const [at, { nominal, format, data }] of (await getPreviews(file, style)).entries()) {
        const before = plain[at]?.data ?? Buffer.alloc(0);
        measured.push({ picture, style, nominal, format, ...(await shareOfChanged(before, data)) });
      }
    }
  }
  return measured;
}

/** Pixels covered by a line of text in a system font; only a few without one. */
async function pixelsOfText() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><text y="70" font-size="60" font-family="sans-serif">Ochre</text></svg>`;
  const { data } = await sharp(Buffer.from(svg)).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  return data.filter((alpha) => alpha > 127).length;
}

console.log(JSON.stringify({ pixelsOfText: await pixelsOfText(), measured: await measure() }));
