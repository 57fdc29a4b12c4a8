import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { type Family, FIRST_FAMILY, findFile, getPackage, OTHER_FAMILIES } from "./families.ts";
import type { Page } from "./page.ts";
import { toTrueType } from "./true-type.ts";

export type Weight = "regular" | "bold";

/** A file of a family, opened for a document. */
export interface Face {
  /** Its name in the document. */
  readonly name: string;
  readonly font: Font;
}

interface Subset {
  readonly name: string;
  /** Code points, first and last. */
  readonly ranges: readonly (readonly [number, number])[];
}

const { resolve } = createRequire(import.meta.filename);

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const listCodePoints = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);

const listVisible = (text: string) =>
  listCodePoints([...text].filter((character) => !INVISIBLE.test(character)).join(""));

/** Memoizes a function by name. */
function memoize<T>(read: (name: string) => T): (name: string) => T {
  const answers = new Map<string, T>();
  return (name) => {
    const answer = answers.get(name) ?? read(name);
    answers.set(name, answer);
    return answer;
  };
}

const readSubsets = memoize((name): readonly Subset[] => {
  const declared = JSON.parse(readFileSync(resolve(`${name}/unicode.json`), "utf8"));
  return Object.entries<string>(declared).map(([name, listed]) => ({
    name,
    ranges: [...listed.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi)].map(
      ([, first = "", last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
    ),
  }));
});

const listSubsets = (family: Family) =>
  readSubsets(getPackage(family)).filter((subset) => !family.isSliced || subset.name.startsWith("["));

const declares = ({ ranges }: Subset, code: number) => ranges.some(([first, last]) => first <= code && code <= last);

const readFace = memoize((path) => toTrueType(readFileSync(resolve(path))));

const WEIGHTS = { regular: "400", bold: "700" } as const;

const findPath = (family: Family, { name }: Subset, weight: Weight) =>
  `${getPackage(family)}/${findFile(family, name.replaceAll(/[[\]]/g, ""), WEIGHTS[weight])}`;

const openWhole = memoize((path) => create(readFace(path)) as Font);

/** Replaces characters that no typeface has. */
export const FALLBACK_CHARACTER = "□";

const isPrintableAscii = (code: number) => code >= 0x20 && code < 0x7f;

/** Parts of sliced families in one weight, by path and weight. */
const instances = new Map<string, Buffer>();

async function openInstance(path: string, weight: Weight) {
  const key = `${path} ${weight}`;
  if (instances.has(key)) return;
  const { default: subsetFont } = await import("subset-font");
  const variationAxes = { wght: Number(WEIGHTS[weight]) };
  const options = { keepAllGlyphs: true, targetFormat: "truetype", variationAxes } as const;
  instances.set(key, await subsetFont(readFileSync(resolve(path)), undefined, options));
}

/** Opens the parts of variable families that a page's texts need; must finish before the page is drawn. */
export async function openFaces(texts: string) {
  const families = [FIRST_FAMILY, ...OTHER_FAMILIES].filter(({ isSliced }) => !isSliced);
  const isThere = (code: number) =>
    families.some((family) =>
      listSubsets(family).some(
        // Families declare letters that they lack.
        (subset) => declares(subset, code) && openWhole(findPath(family, subset, "regular")).hasGlyphForCodePoint(code),
      ),
    );
  const codes = [...new Set(listVisible(texts.normalize("NFC")))].filter(
    (code) => !isPrintableAscii(code) && !isThere(code),
  );
  // A sliced family has this sign too.
  if (codes.length > 0) codes.push(...listCodePoints(FALLBACK_CHARACTER));
  for (const family of OTHER_FAMILIES.filter(({ isSliced }) => isSliced)) {
    for (const subset of listSubsets(family).filter((one) => codes.some((code) => declares(one, code)))) {
      for (const weight of ["regular", "bold"] as const) await openInstance(findPath(family, subset, weight), weight);
    }
  }
}

function openFace(page: Page, family: Family, subset: Subset, weight: Weight): Face | undefined {
  const path = findPath(family, subset, weight);
  const name = `${path} ${weight}`;
  const content = family.isSliced ? instances.get(name) : readFace(path);
  if (!content) return undefined;
  const font = page.fonts.get(name) ?? (create(content) as Font);
  if (!page.fonts.has(name)) {
    page.fonts.set(name, font);
    // The library also accepts an opened font, which its types don't say.
    page.registerFont(name, font as unknown as string);
  }
  return { name, font };
}

/** True if the face has all visible characters of a text; joiners and other shapeless ones don't count. */
export const covers = ({ font }: Face, text: string) =>
  listVisible(text).every((code) => font.hasGlyphForCodePoint(code));

/** Removes invisible characters that the typeface would draw as boxes. */
export const dropUndrawable = ({ font }: Face, text: string) =>
  [...text].filter((sign) => !INVISIBLE.test(sign) || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)).join("");

/**
 * Finds faces for parts of a text. Han characters are in several families with national shapes: the family that lacks the
 * fewest of a text is preferred, so that a name is set in one face.
 */
export function findFaces(page: Page, text: string, weight: Weight): (part: string) => Face | undefined {
  const families = memoize(() => {
    const codes = listVisible(text);
    const lacks = (family: Family) =>
      codes.filter((code) => !listSubsets(family).some((subset) => declares(subset, code))).length;
    return [FIRST_FAMILY, ...OTHER_FAMILIES.toSorted((a, b) => lacks(a) - lacks(b))];
  });
  const findFace = (family: Family, part: string) => {
    const codes = listVisible(part);
    for (const subset of listSubsets(family)) {
      if (!codes.every((code) => declares(subset, code))) continue;
      const face = openFace(page, family, subset, weight);
      if (face && covers(face, part)) return face;
    }
    return undefined;
  };
  return memoize((part) => {
    const first = findFace(FIRST_FAMILY, part);
    if (first) return first;
    for (const family of families("")) {
      const face = findFace(family, part);
      if (face) return face;
    }
    return undefined;
  });
}
