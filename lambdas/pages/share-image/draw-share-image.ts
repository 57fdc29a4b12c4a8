import sharp from "sharp";
import { SHARE_IMAGE } from "#shared/limits.ts";
import { outlineText } from "../../platform/outlines/text-outline.ts";
import { BRAND_OUTLINE } from "./brand-outline.ts";

const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE;
/** Of the strip below the picture, and beside what stands in it. */
const STRIP = 130;
const MARGIN = 40;
const GROUND = "#1b1816";
const TITLE = { size: 44, baseline: HEIGHT - 70, colour: "#f7f3ee" };
const ARTIST = { size: 28, baseline: HEIGHT - 28, colour: "#b5aca1" };
/** Height of the brand's capitals in pixels. */
const BRAND = { height: 30, colour: "#e3a33d" };

export interface ShareTexts {
  readonly title: string;
  readonly artist: string;
}

/** Title and artist at the left, the brand at the right; nothing where neither text can be drawn. */
function captionOf({ title, artist }: ShareTexts): string | undefined {
  const scale = BRAND.height / BRAND_OUTLINE.capHeight;
  const brandX = WIDTH - MARGIN - BRAND_OUTLINE.width * scale;
  const room = brandX - 2 * MARGIN;
  const lines = [
    { ...TITLE, line: outlineText(title, TITLE.size, room) },
    { ...ARTIST, line: outlineText(`by ${artist}`, ARTIST.size, room) },
  ].flatMap(({ line, baseline, colour }) =>
    line ? [`<g transform="translate(${MARGIN} ${baseline})" fill="${colour}">${line.svg}</g>`] : [],
  );
  if (!lines.length) return undefined;
  const brand = `<path transform="translate(${brandX} ${ARTIST.baseline}) scale(${scale})" d="${BRAND_OUTLINE.path}" fill="${BRAND.colour}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${lines.join("")}${brand}</svg>`;
}

/** A JPEG for link previews: the whole picture, and below it what it is and whose, as far as its letters are known. */
export async function drawShareImage(preview: Buffer, texts: ShareTexts): Promise<Buffer> {
  const caption = captionOf(texts);
  const height = caption ? HEIGHT - STRIP : HEIGHT;
  const picture = await sharp(preview).resize({ width: WIDTH, height, fit: "contain", background: GROUND }).toBuffer();
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: GROUND } })
    .composite([
      { input: picture, left: 0, top: 0 },
      ...(caption ? [{ input: Buffer.from(caption), left: 0, top: 0 }] : []),
    ])
    .jpeg({ quality: 84 })
    .toBuffer();
}
