import letters from "./letters.json" with { type: "json" };

/**
 * Letter outlines of Latin scripts, because Lambda's image has no fonts: advance and SVG path data from the left of the
 * baseline, y downwards, 100 units per em. Generated once with fonttools from Bricolage Grotesque (SIL Open Font License
 * 1.1), package `@fontsource-variable/bricolage-grotesque`, weight 700.
 */
const LETTERS: ReadonlyMap<string, string> = new Map(Object.entries(letters));

const UNITS_PER_EM = 100;

interface Glyph {
  readonly advance: number;
  readonly path: string;
}

function findGlyph(character: string): Glyph | undefined {
  const [advance = "", ...path] = LETTERS.get(character)?.split(" ") ?? [];
  return advance ? { advance: Number(advance), path: path.join(" ") } : undefined;
}

/** A line as SVG, with its baseline at 0. */
export interface Line {
  readonly svg: string;
  /** Pixels. */
  readonly width: number;
}

const measureWidth = (glyphs: readonly Glyph[]) => glyphs.reduce((sum, { advance }) => sum + advance, 0);

/**
 * A text on one line, in letters of `size` pixels, shortened with an ellipsis to `maxWidth` pixels. `undefined` if a
 * character can't be drawn, since names mustn't be incomplete.
 */
export function outlineText(text: string, size: number, maxWidth: number): Line | undefined {
  const glyphs = [...text.normalize("NFC").replace(/\s+/g, " ").trim()].map(findGlyph);
  const drawable = glyphs.filter((glyph) => glyph !== undefined);
  const ellipsis = findGlyph("…");
  if (!drawable.length || drawable.length < glyphs.length || !ellipsis) return undefined;
  const scale = size / UNITS_PER_EM;
  const shown = [...drawable];
  if (measureWidth(shown) * scale > maxWidth) {
    while (shown.length && measureWidth([...shown, ellipsis]) * scale > maxWidth) shown.pop();
    shown.push(ellipsis);
  }
  let x = 0;
  const paths = shown.map(({ advance, path }) => {
    const drawn = path && `<path transform="translate(${x})" d="${path}"/>`;
    x += advance;
    return drawn;
  });
  return { svg: `<g transform="scale(${scale})">${paths.join("")}</g>`, width: x * scale };
}
